import { awsPorts } from '../notify/parts';
import { createReceive } from './create';

/** Takes messages of webhooks, and keeps the webhooks. */
export const handler = createReceive(awsPorts);
