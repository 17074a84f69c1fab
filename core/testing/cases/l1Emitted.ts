import type { Control, World } from '../network';

/** Logs of the contracts of an L1, for the cases of events. */

/** Topics, from the generated bindings of subnet-evm and icm-contracts. */
export const EVENTS = {
	roleSet: '0xcdb7ea01f00a414d78757bdb0f6391664ba3fedf987eed280927c1e7d695be3e',
	minted: '0x400cd392f3d56fd10bb1dbd5839fdda8298208ddaa97b368faa053e1850930ee',
	feesChanged: '0x4c98e43adb5962c18f3f0e6dd066e2a2de258d3b4f695b317b77c8f27cd044fc',
	registration: '0x5881be437bdcb008bfa5f20e32d3e335ccf8ab90ef2818852a251625260af35d',
	removal: '0xbae388a94e7f18411fe57098f12f418b8e1a8273e0532a90188a3a059b897273',
	removed: '0xafaccef7080649a725bc30a35359a257a4a27225be352875c80bdf6b5f04080c',
	weight: '0x6e350dd49b060d87f297206fd309234ed43156d890ced0f139ecf704310481d3',
	weighed: '0xc917996591802ecedcfced71321d4bb5320f7dfbacf5477dffe1dbf8b8839ff9',
	recipient: '0x28c6fc4db51556a07b41aa23b91cedb22c02a7560c431a31255c03ca6ad61c33',
	upgraded: '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
	paused: '0x62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
};

export const MINTER = '0x0200000000000000000000000000000000000001';
/** A node ID as a log has it (bytes) and as the P-Chain writes it. */
export const NODE = {
	hex: `0x${'11'.repeat(20)}`,
	id: 'NodeID-2ZEw5Hcv1hTb6YUQJ69y1V7uhcoGdeM1x',
};
export const VALIDATION = {
	hex: `0x${'22'.repeat(32)}`,
	id: 'G2tdbQSvZJDeH6TLx4rukJb9chMVeT75wgVxHvLHfifhPftZ9',
};

const digits = (value: bigint | number) => value.toString(16).padStart(64, '0');
/** Numbers as words. */
export const words = (...values: Array<bigint | number>) => `0x${values.map(digits).join('')}`;
export const accountWord = (address: string) => words(BigInt(address));

/** The third L1: its EVM chain has its manager. */
export function l1Of({ node }: World) {
	const { id, blockchains } = node.subnets.filter(({ kind }) => kind === 'l1')[1];
	return { id, chain: blockchains[0].id, chainId: String(blockchains[0].evmChainId) };
}

export const manager = ({ node }: World) =>
	node.subnet(l1Of({ node } as World).id)?.managerAddress ?? '';

/** A log as nodes return it, with the address in small letters. */
export const lowered = ({ address, ...rest }: GivenLog) => ({
	...{ data: '0x', ...rest },
	address: address.toLowerCase(),
});

interface GivenLog {
	address: string;
	topics: string[];
	data?: string;
}

/** Adds a transaction to the chain of the L1 for each of these logs. */
export function emit(control: Control, world: World, ...logs: GivenLog[]): void {
	const transfers = logs.map((log) => {
		return { only: 'native' as const, value: 0n, logs: [lowered(log)] };
	});
	control.addTransfers({ chainId: l1Of(world).chainId, transfers });
}
