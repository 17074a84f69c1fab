import type { InstantEvent } from '../../core/webhooks/instantEvent';
import { instantsOf } from '../notify/events';

/** The instant event of a value that the settings have. */
export async function instantNamed(event: string): Promise<InstantEvent> {
	const [instant] = await instantsOf([event]);
	return instant;
}
