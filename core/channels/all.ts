import { alertmanager } from './alertmanager';
import { sns, sqs } from './aws';
import type { Channel } from './channel';
import { cloudEvents } from './cloudEvents';
import { discord } from './discord';
import { email } from './email';
import { flat } from './flat';
import { googleChat } from './googleChat';
import { matrix } from './matrix';
import { mattermost } from './mattermost';
import { ntfy } from './ntfy';
import { pagerDuty } from './pagerDuty';
import { slack, template } from './slack';
import { standardWebhooks } from './standardWebhooks';
import { teams } from './teams';
import { telegram } from './telegram';

/** All channels, in the order of menus. */
export const channels: readonly Channel[] = [
	slack,
	discord,
	telegram,
	teams,
	pagerDuty,
	alertmanager,
	googleChat,
	ntfy,
	mattermost,
	matrix,
	email,
	sqs,
	sns,
	standardWebhooks,
	cloudEvents,
	flat,
	template,
];

/** The channel of this name. */
export function channelNamed(value: string): Channel | undefined {
	return channels.find((channel) => channel.value === value);
}

/** The channel that a URL is known to belong to by its host. */
export function channelOf(url: string): Channel | undefined {
	if (!URL.canParse(url)) return undefined;
	const parsed = new URL(url);
	return channels.find((channel) => channel.knows?.(parsed));
}
