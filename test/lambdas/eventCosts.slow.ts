import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventCosts, stakingTransaction } from '../../lab/campaigns/lambdas/eventCosts';
import { EVENT_VALUES } from '../../lambdas/notify/events';

/** The costs in docs/lambdas.md are those of the events that the sources make (npm run docs). */

const page = readFileSync(path.resolve(__dirname, '../../docs/lambdas.md'), 'utf8');

test('every event has a row, and the page has exactly these rows', async () => {
	const lines = await eventCosts();
	const named = lines.slice(2).map((row) => /^\| `(\w+)` \|/.exec(row)?.[1]);
	expect([...named].sort()).toEqual([...EVENT_VALUES].sort());
	expect(page).toContain(`:begin -->\n\n${lines.join('\n')}\n\n<!-- event costs:end -->`);
});

test('a delivery writes its outcome, and an event is written once', async () => {
	// DynamoDB: a unit for each KB begun, of the item of the outcome, whatever the size of the event.
	const rows = (await eventCosts())
		.slice(2)
		.map((row) => row.split('|').map((cell) => cell.trim()));
	for (const [, , size, , once, all] of rows) {
		expect(Number(all) - Number(once)).toBe(10);
		// The event is compressed if it is larger than a unit.
		const bytes = Number(size.replace(',', ''));
		expect(Number(once)).toBeLessThanOrEqual(Math.ceil((bytes + 100) / 1024));
		expect(Number(once)).toBeGreaterThanOrEqual(1);
	}
});

test('the transactions of the measurement are those of the service, not bare ones', async () => {
	const transaction = await stakingTransaction();
	expect(Object.keys(transaction)).toEqual(
		expect.arrayContaining(['txType', 'emittedUtxos', 'consumedUtxos', 'amountStaked']),
	);
	expect(transaction).not.toHaveProperty('txHash');
});
