import { balanceRows } from '../../../core/subjects/primaryNetwork/balanceRows';
import { AVAX_ID } from '../../../core/subjects/shared/money';

/** A balance of the primary network as a table. */

const AVAX = { assetId: AVAX_ID.mainnet, name: 'Avalanche', symbol: 'AVAX', denomination: 9 };
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
	const zeros = {
		...{ unlocked: '0', locked: '0' },
		...{ atomicMemoryUnlocked: '0', atomicMemoryLocked: '0' },
	};
	expect(balanceRows({ balances })).toEqual([
		{ ...AVAX, known: true, ...zeros, unlocked: MUCH, atomicMemoryUnlocked: '3' },
		{ ...OTHER, known: false, ...zeros, locked: '7' },
	]);
});

test('has one row of AVAX where the addresses hold nothing', () => {
	const balances = { atomicMemoryUnlocked: [], atomicMemoryLocked: null };
	const row = { name: 'Avalanche', symbol: 'AVAX', known: true, denomination: 9 };
	expect(balanceRows({ balances })).toEqual([{ ...row, atomicMemoryUnlocked: '0' }]);
	expect(balanceRows({})).toEqual([row]);
});
