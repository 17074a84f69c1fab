import type { INodeType } from 'n8n-workflow';
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

/** The list search methods of an n8n node, by their names. */
export function listSearchOf(methods: readonly string[]): Record<string, Search> {
	const named = methods.map((method): [string, Search] => [
		method,
		async function (filter) {
			const { searchBy } = await import('./listSearch.js');
			return await searchBy(method).call(this, filter);
		},
	]);
	return Object.fromEntries(named);
}
