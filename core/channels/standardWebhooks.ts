import type { Channel } from './channel';

/** The event as it is, for receivers of your own. https://www.standardwebhooks.com */
export const standardWebhooks: Channel = {
	value: 'event',
	name: 'Standard Webhooks',
	description: 'the event as it is, for receivers of your own',
	needs: ['url'],
	signed: true,
	body: ({ event: { id, type, timestamp, data } }) => ({ id, type, timestamp, data }),
};
