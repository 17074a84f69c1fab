import { awsPorts } from '../notify/parts';
import { createSender } from './create';

/** Sends deliveries behind a queue. */
export const handler = createSender(awsPorts);
