import { channelNamed, channelOf, channels } from '../../core/channels/all';
import { type AlertLife, type Target, targetSchema } from '../notify/targetSettings';
import { type Destination, type Subscription, nameOf } from './subscription';

/** The destinations that subscriptions may have, and their targets. */

/**
 * The formats that subscriptions can have: those that need a URL and nothing else. Those of AWS are not among
 * them: they would use the permissions of the function.
 */
export const FORMATS: readonly string[] = channels
	.filter(({ needs, value }) => needs.length === 1 && needs[0] === 'url' && value !== 'sqs')
	.map(({ value }) => value);

/**
 * Channels whose hosts cannot answer a challenge. Their URLs hold a secret that only the owner of the hook knows.
 * No URL of another host is one of theirs.
 */
const UNPROVEN = new Set(['slack', 'discord', 'teams', 'googleChat', 'flat']);

/** True if the host of a URL is known to be unable to prove anything. */
export function cannotAnswer(url: string): boolean {
	const known = channelOf(url);
	return known !== undefined && UNPROVEN.has(known.value);
}

/** The format of a URL if none is given. */
export function usualFormat(url: string): string {
	return channelOf(url)?.value ?? 'event';
}

/** The mistakes in a destination by the rules of targets of notify: fields, with the rule that is broken. */
export function destinationMistakes(
	format: string,
	{ url, secrets }: Destination,
	alertLife: AlertLife = {},
): Array<[field: string, rule: string]> {
	if (!FORMATS.includes(format)) {
		return [['format', `must be one of ${FORMATS.join(', ')}`]];
	}
	const { error } = targetSchema().safeParse({
		name: 'subscription',
		url,
		format,
		...(secrets && { secrets }),
		...alertLife,
	});
	return (error?.issues ?? []).map(({ path, message }) => [
		String(path[0])
			.replace('secrets', 'secret')
			.replace(/^(?=group|digest|hold)/, 'alertLife.'),
		// Subscribers cannot allow it.
		message.replace(' (or set allowPrivateNetwork)', ''),
	]);
}

const TIMEOUT_SECONDS = 15;
/** That of the targets of the settings: as many as there are senders, so that none takes leases. */
const CONCURRENCY = 10;
const DISABLE_HOURS = 120;

/** A subscription as a target, whose old secrets end at their time. */
export function targetOf(
	{ format, alertLife, ...key }: Pick<Subscription, 'owner' | 'id' | 'format' | 'alertLife'>,
	{ url, secrets, oldSecretsUntil = Infinity }: Destination,
	now: number,
): Target {
	const { paceMs } = channelNamed(format) ?? {};
	const valid = now < oldSecretsUntil ? secrets : secrets?.slice(0, 1);
	return {
		name: nameOf(key),
		url,
		format: format as Target['format'],
		holds: alertLife !== undefined,
		...(alertLife && { ...alertLife, applySilences: true }),
		...(valid && { secrets: [...valid] }),
		...(paceMs !== undefined && { perMinute: 60_000 / paceMs }),
		allowPrivateNetwork: false,
		timeoutSeconds: TIMEOUT_SECONDS,
		concurrency: CONCURRENCY,
		disableAfterHours: DISABLE_HOURS,
	};
}
