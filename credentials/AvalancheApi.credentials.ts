import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { type Connection, DEFAULT_URLS } from '../core/access';
import { withSecrets } from '../nodes/shared/withSecrets';

export class AvalancheApi implements ICredentialType {
	name = 'avalancheApi';

	displayName = 'Avalanche API';

	icon = {
		light: 'file:../icons/avalanche.svg',
		dark: 'file:../icons/avalanche.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-avalanche-network/n8n-nodes-avalanche-network/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'Optional',
			description:
				'Optional: raises the rate limits of the data service. It is sent to the data service only.',
		},
		{
			displayName: 'Data Service URL',
			name: 'dataUrl',
			type: 'string',
			default: DEFAULT_URLS.dataUrl,
			placeholder: `e.g. ${DEFAULT_URLS.dataUrl}`,
			description: 'URL of the chain data service; it may have a path prefix',
		},
		{
			displayName: 'Metrics URL',
			name: 'metricsUrl',
			type: 'string',
			default: DEFAULT_URLS.metricsUrl,
			placeholder: `e.g. ${DEFAULT_URLS.metricsUrl}`,
			description: 'URL of the metrics service; the key is never sent to it',
		},
		{
			displayName: 'Node URL',
			name: 'nodeUrl',
			type: 'string',
			default: DEFAULT_URLS.nodeUrl,
			placeholder: 'e.g. http://127.0.0.1:9650',
			description:
				'URL of a node, without /ext. The default is the public endpoint of Mainnet; health, index, peers, uptime and node metrics need the URL of your own node.',
		},
		{
			displayName: 'Key Header',
			name: 'keyHeader',
			type: 'string',
			default: '',
			placeholder: 'Automatic',
			description:
				'Name of the header that carries the API key. By default x-glacier-api-key for data services under avax.network and x-data-api-key for all others.',
		},
		{
			displayName: 'Node Header Name',
			name: 'nodeHeaderName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Authorization',
			description: 'Optional: a header that the node or its proxy requires',
		},
		{
			displayName: 'Node Header Value',
			name: 'nodeHeaderSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Value of the node header. It is sent to the node only.',
		},
	];

	/** Adds a secret header only if the URL belongs to the service of the secret. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	) => withSecrets(credentials as unknown as Connection, request);
}
