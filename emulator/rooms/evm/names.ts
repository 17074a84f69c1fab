/** The contract that resolves .avax names, with one name of this world. */

/** The proxy on the C-Chain of Mainnet, by the documents of the name service. */
export const NAMES_ADDRESS = '0x5bbd3a8e215b1fc30595fd1aba4f3fcdbb614078';
const NAME = 'treasury.avax';
const EVM_RECORD = 3n;

/** resolveStandard(string,uint256) */
const RESOLVE = '0x08991a1d';
/** reverseResolveEVMToName(address) */
const REVERSE = '0x1344c97c';

/** The text that a call returns; undefined where the contract reverts. `owner` has the name. */
export function resolvedText(data: string, owner: string): string | undefined {
	const words = data.slice(10).match(/.{1,64}/g) ?? [];
	if (data.startsWith(REVERSE)) return words[0]?.endsWith(owner.slice(2)) ? NAME : '';
	if (!data.startsWith(RESOLVE)) return undefined;
	const length = Number(BigInt(`0x${words[2] ?? '0'}`));
	const name = Buffer.from(words.slice(3).join(''), 'hex').subarray(0, length).toString('utf8');
	if (name !== NAME) return undefined;
	return BigInt(`0x${words[1]}`) === EVM_RECORD ? owner : '';
}
