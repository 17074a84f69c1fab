import { Failure } from '../failure';
import { isPrivateHost } from './privateHosts';

/** The URL that the service sends messages to, and the URL of the service. */
interface Receiver {
	url: string;
	dataUrl: string;
	/** The remedy, for the user: part of the message, since hosts show nothing else at an activation. */
	hint?: string;
	/** The input field with the URL, if it is one. */
	field?: string;
}

/**
 * Throws `Failure` if the service cannot reach the URL. A data service on this machine or in a private
 * network, as in tests, can reach every URL.
 */
export function checkReachable({ url, dataUrl, hint, field }: Receiver): void {
	if (isPrivateHost(new URL(dataUrl).hostname)) return;
	const { protocol, hostname } = new URL(url);
	if (protocol === 'https:' && !isPrivateHost(hostname)) return;
	const rule = protocol === 'https:' ? 'leads to a private host' : 'must begin with https';
	const message = `The data service cannot send messages to the webhook URL, which ${rule}: ${protocol}//${hostname}`;
	throw new Failure({
		kind: 'invalid-input',
		message: hint ? `${message}. ${hint}` : message,
		...(field && { field }),
	});
}
