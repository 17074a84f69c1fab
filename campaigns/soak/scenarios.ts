import path from 'node:path';
import { isEventSoak, roomFiles, SUBJECTS } from '../../subjects/rooms';
import type { Soak } from './soak';

/** The soak of every event, by the event's value: each room's `soak.ts` exports one. */
export const SOAKS: ReadonlyMap<string, Soak> = new Map(
	roomFiles(isEventSoak).map((file) => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const { soak } = require(path.join(SUBJECTS, file)) as { soak: Soak };
		return [file.split('/')[1], soak];
	}),
);
