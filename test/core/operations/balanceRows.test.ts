import { balanceRows } from '../../../subjects/primaryNetwork/balanceRows';

/** A balance of the primary network as a table. */

const AVAX = { assetId: 'avax id', name: 'Avalanche', symbol: 'AVAX', denomination: 9 };
const OTHER = { assetId: 'other id', name: 'Summit Dollar', symbol: 'SUMD', denomination: 6 };
const MUCH = '18446744073709551616';

test('has a row for each asset, and zeros where it is in no state of the chain', () => {
	const balances = {
		unlocked: [{ ...AVAX, amount: MUCH, utxoCount: 2 }],
		locked: [{ ...OTHER, amount: '7' }],
		atomicMemoryUnlocked: [
			{ ...AVAX, amount: '1', sharedWithChainId: 'P' },
			{ ...AVAX, amount: '2', sharedWithChainId: 'C' },
		],
		atomicMemoryLocked: [],
	};
	expect(balanceRows({ balances })).toEqual([
		{ ...AVAX, unlocked: MUCH, locked: '0', atomicMemoryUnlocked: '3', atomicMemoryLocked: '0' },
		{ ...OTHER, unlocked: '0', locked: '7', atomicMemoryUnlocked: '0', atomicMemoryLocked: '0' },
	]);
});

test('has one row of AVAX where the addresses hold nothing', () => {
	const balances = { atomicMemoryUnlocked: [], atomicMemoryLocked: null };
	expect(balanceRows({ balances })).toEqual([
		{ name: 'Avalanche', symbol: 'AVAX', denomination: 9, atomicMemoryUnlocked: '0' },
	]);
	expect(balanceRows({})).toEqual([{ name: 'Avalanche', symbol: 'AVAX', denomination: 9 }]);
});
