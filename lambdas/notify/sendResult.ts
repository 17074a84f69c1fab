import type { Answer } from '../../core/channels/verdict';

/** The result of an attempt: a status, or the reason why there is none. */
export interface SendResult extends Answer {
	/** True after a timeout. */
	silent?: boolean;
}
