import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Search } from './listSearch';

/**
 * The methods that n8n's editor calls. Their code is loaded at the first call: executions need none of
 * it.
 */

type Methods = NonNullable<INodeType['methods']>;
type CredentialTest = NonNullable<Methods['credentialTest']>[string];

/** Tests a credential against all three services. */
export const avalancheApiTest: CredentialTest = async function (credential) {
	const { testCredential } = await import('./credentialTest.js');
	return await testCredential(this, credential);
};

/** The lists that the properties of a node name. */
function methodsIn(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap(({ modes, options }) => [
		...(modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		...methodsIn((options ?? []).filter((each) => 'type' in each) as INodeProperties[]),
	]);
}

/** The list search methods of an n8n node: those that its fields name. */
export function listSearchOf(properties: readonly INodeProperties[]): Record<string, Search> {
	const named = [...new Set(methodsIn(properties))].map((method): [string, Search] => [
		method,
		async function (filter) {
			const { searchBy } = await import('./listSearch.js');
			return await searchBy(method).call(this, filter);
		},
	]);
	return Object.fromEntries(named);
}
