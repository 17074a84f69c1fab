import { Webhook } from 'standardwebhooks';
import { type Received, SECRET } from '../../lab/kit/lambda/notifyKit';

/**
 * The callbacks of an export in lines, their signatures checked by the library of Standard Webhooks.
 * Throws if none was accepted.
 */
export function calledBack(received: readonly Received[]): string[] {
	if (!received.some(({ status }) => status === 200)) throw new Error('No callback was accepted');
	return received.map(({ headers, body, status }) => {
		const { type, data } = new Webhook(SECRET).verify(body, headers as Record<string, string>) as {
			type: string;
			data: { name: string; status: string };
		};
		const id = String(headers['webhook-id']);
		return `answered with ${status}: ${type} of ${data.name} (${data.status}), ${id}, signature checked`;
	});
}
