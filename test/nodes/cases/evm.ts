import { createTokens, walletOf } from '../../../emulator/world/tokens';
import { API_KEY, type Case, type Setting, owners } from '../case';

const CHAIN = '43114';
/** What the chain list of the form hands over. */
const LOCATED = { __rl: true, mode: 'list', value: CHAIN };
const DAYS_OF_METRICS = 400;

function chainOf({ world }: Setting) {
	const chain = world.evmChain(CHAIN);
	if (!chain) throw new Error(`The world has no chain ${CHAIN}`);
	return chain;
}

function tokens(setting: Setting) {
	return createTokens(setting.world.random, chainOf(setting));
}

function wallet({ world }: Setting): string {
	return walletOf(world.random, 0);
}

function ofWallet(setting: Setting) {
	return { chainId: LOCATED, address: wallet(setting) };
}

const UNKNOWN_CHAIN = {
	parameters: (setting: Setting) => ({
		chainId: { __rl: true, mode: 'id', value: '987654321' },
		address: wallet(setting),
	}),
	message: /987654321/,
};

async function startedExport(setting: Setting): Promise<string> {
	const key = { 'x-data-api-key': API_KEY, 'x-glacier-api-key': API_KEY };
	const response = await fetch(`${setting.emulator.dataUrl}/v1/operations/transactions:export`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...key },
		body: JSON.stringify({
			type: 'TRANSACTION_EXPORT_EVM',
			options: { addresses: [wallet(setting)], includeChains: [CHAIN] },
		}),
	});
	const { operationId } = (await response.json()) as { operationId: string };
	return operationId;
}

/** Exports, queries of EVM chains, metrics. */
export const evm: Record<string, Case> = {
	'export.start': {
		parameters: (setting) => ({
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
			addresses: owners(setting, 'P', 0),
			includeChains: 'p-chain',
			firstDate: '2026-01-01',
			lastDate: '2026-03-31',
		}),
		check([item]) {
			expect(item).toMatchObject({
				operationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
				operationType: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
				operationStatus: 'RUNNING',
			});
		},
	},
	'export.get': {
		parameters: async (setting) => ({ operationId: await startedExport(setting) }),
		check([item]) {
			expect(item).toMatchObject({
				operationType: 'TRANSACTION_EXPORT_EVM',
				operationStatus: expect.stringMatching(/^(RUNNING|COMPLETED)$/),
			});
		},
		refused: {
			parameters: () => ({ operationId: '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47' }),
			message: /not found/,
		},
	},
	'evmBalance.getNative': {
		parameters: ofWallet,
		check([item], setting) {
			const { height } = chainOf(setting);
			expect(item.nativeTokenBalance).toMatchObject({
				chainId: CHAIN,
				balance: String(tokens(setting).nativeBalance(wallet(setting), height)),
			});
		},
		refused: UNKNOWN_CHAIN,
	},
	'tokenTransfer.getManyErc20': {
		parameters: ofWallet,
		check(items, setting) {
			const all = tokens(setting).transfersOf(wallet(setting));
			expect(items.map(({ txHash }) => txHash)).toEqual(all.map(({ txHash }) => txHash));
			expect(items[0]).toMatchObject({
				value: String(all[0].value),
				erc20Token: { address: all[0].token.address },
			});
		},
		list: {
			total: (setting) => tokens(setting).transfersOf(wallet(setting)).length,
			key: ({ txHash }) => txHash,
			pages: { option: 'pageSize', size: 9 },
		},
		refused: UNKNOWN_CHAIN,
	},
	'evmBalance.getManyErc1155': {
		parameters: ofWallet,
		check(items, setting) {
			const [first] = tokens(setting).erc1155Of(wallet(setting));
			expect(items[0]).toMatchObject({
				address: first.contract.address,
				tokenId: first.tokenId,
				balance: String(first.balance),
			});
		},
		list: {
			total: (setting) => tokens(setting).erc1155Of(wallet(setting)).length,
			key: ({ address, tokenId }) => `${address} ${tokenId}`,
			pages: { option: 'pageSize', size: 250 },
			envelope: ['nativeTokenBalance'],
		},
		refused: UNKNOWN_CHAIN,
	},
	'evmBalance.getManyErc721': {
		parameters: ofWallet,
		check(items, setting) {
			const [first] = tokens(setting).erc721Of(wallet(setting));
			expect(items[0]).toMatchObject({
				address: first.contract.address,
				tokenId: first.tokenId,
				ownerAddress: first.owner,
			});
		},
		list: {
			total: (setting) => tokens(setting).erc721Of(wallet(setting)).length,
			key: ({ address, tokenId }) => `${address} ${tokenId}`,
			pages: { option: 'pageSize', size: 250 },
			envelope: ['nativeTokenBalance'],
		},
		refused: UNKNOWN_CHAIN,
	},
	'evmTransaction.get': {
		parameters(setting) {
			const [first] = tokens(setting).transfersOf(wallet(setting));
			return { chainId: LOCATED, txHash: first.txHash };
		},
		check([item], setting) {
			const [first] = tokens(setting).transfersOf(wallet(setting));
			expect(item.nativeTransaction).toMatchObject({
				txHash: first.txHash,
				blockNumber: first.blockNumber,
			});
			expect(item.erc20Transfers).toHaveLength(1);
		},
		refused: {
			parameters: () => ({ chainId: LOCATED, txHash: `0x${'ab'.repeat(32)}` }),
			message: /not found/,
		},
	},
	'chain.getMany': {
		parameters: () => ({}),
		check(items, { world }) {
			expect(items.map(({ chainId }) => chainId)).toEqual(
				world.evmChains.map(({ chainId }) => chainId),
			);
		},
		list: {
			total: ({ world }) => world.evmChains.length,
			key: ({ chainId }) => chainId,
		},
	},
	'metric.getAverageTps': {
		parameters: () => ({ chainId: LOCATED }),
		check(items) {
			const days = items.map(({ timestamp }) => timestamp as number);
			for (const day of days) expect(day).toEqual(expect.any(Number));
			expect(days).toEqual([...days].sort((a, b) => b - a));
			for (const { value } of items) expect(value).toEqual(expect.any(Number));
		},
		list: {
			total: () => DAYS_OF_METRICS,
			key: ({ timestamp }) => timestamp,
			// The service decides how long a page is: one hundred days.
			pages: { size: 100 },
			envelope: ['lastRun'],
		},
		refused: {
			parameters: () => ({ chainId: { __rl: true, mode: 'id', value: '987654321' } }),
			message: /987654321/,
		},
	},
};
