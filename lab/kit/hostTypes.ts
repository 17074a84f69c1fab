import type { PackageDirectoryLoader } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	ICredentialsHelper,
	type ICredentialType,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	NodeHelpers,
} from 'n8n-workflow';

/** The package's own name: n8n puts it before the names of its nodes. */
export const PACKAGE = 'n8n-nodes-avalanche-network';
export const CREDENTIAL = 'avalancheApi';

/** A node type of n8n's own that workflows begin with: hands its input on. */
function passThrough(name: string, inputs: INodeTypeDescription['inputs']): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['input'],
			version: 1,
			description: name,
			defaults: { name },
			inputs,
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return [this.getInputData()];
		},
	};
}

const BUILT_IN: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': passThrough('manualTrigger', []),
	'n8n-nodes-base.noOp': passThrough('noOp', ['main']),
};

/** Notes are part of a workflow, but no node that runs. */
const NOTE = 'n8n-nodes-base.stickyNote';

/** True if the engine knows the type of a node; workflows may use nodes of n8n's own too. */
export function isKnown(nodeTypes: INodeTypes, type: string): boolean {
	return type === NOTE || nodeTypes.getByNameAndVersion(type) !== undefined;
}

/** The node types that n8n would know with this package installed, as far as workflows here go. */
export function nodeTypesOf(loader: PackageDirectoryLoader): INodeTypes {
	const find = (type: string): INodeType => {
		const own = type.startsWith(`${PACKAGE}.`) ? type.slice(PACKAGE.length + 1) : undefined;
		const found = own === undefined ? BUILT_IN[type] : loader.nodeTypes[own]?.type;
		return found as INodeType;
	};
	return {
		getByName: find,
		getByNameAndVersion: find,
		getKnownTypes: () => ({}),
	};
}

/**
 * n8n's credentials helper over one credential in memory: gives its values with the defaults of the
 * type filled in, and adds them to requests by the type's own `authenticate`, as n8n does.
 */
export class MemoryCredentials extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: () => ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_name: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') return request;
		return await authenticate(credentials, request);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Credentials are in memory: use getDecrypted');
	}

	async getDecrypted(_additional: unknown, details: INodeCredentialsDetails, name: string) {
		if (name !== this.type.name) throw new Error(`There is no credential ${name} (${details.id})`);
		const filled = NodeHelpers.getNodeParameters(
			this.type.properties,
			this.data() as INodeParameters,
			true,
			false,
			null,
			null,
		);
		return filled as ICredentialDataDecryptedObject;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}

/** A credential as n8n hands it to the credential test. */
export function decrypted(data: ICredentialDataDecryptedObject): ICredentialsDecrypted {
	return { id: '1', name: 'Avalanche API', type: CREDENTIAL, data };
}
