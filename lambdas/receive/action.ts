import * as z from 'zod/v4';
import { lazily } from '../shared/remembered';

/** The event of a schedule. */
export const CHECK_ACTION = lazily(() =>
	z.strictObject({
		action: z.literal('check', 'must be "check"'),
		/** The URL of this function; a schedule knows it, the function itself does not. */
		url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
	}),
);
