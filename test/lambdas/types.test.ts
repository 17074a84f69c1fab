import type * as types from '../../lambdas/types';
import { aggregationRequestOf } from '../../lambdas/aggregateSignatures/event';
import { type ExportEvent, parseExportEvent } from '../../lambdas/shared/exportEvent';
import { CHECK_ACTION } from '../../lambdas/receive/create';
import { parseStartEvent } from '../../lambdas/startExport/event';

/** The events of lambdas/types.ts repeat the schemas of the functions. */

type Accepts<Wide, Narrow extends Wide> = Narrow extends Wide ? true : never;
// A program's event is an event of the function: the type check compares them.
const accepts: Accepts<ExportEvent, types.ExportEvent> = true;

test('events with all fields are accepted by the functions', () => {
	const address = `0x${'ab'.repeat(20)}`;
	const destination = { bucket: 'bucket', prefix: 'prefix/', neutralizeFormulas: true };
	const wait = { deadlineMinutes: 60, maxAttempts: 10 };
	const exported: Required<types.ExportEvent> = {
		request: {
			type: 'TRANSACTION_EXPORT_EVM',
			firstDate: '2026-10-01',
			lastDate: '2026-10-31',
			options: { addresses: [address], includeChains: ['43114'] },
		},
		destination,
		wait,
		callback: 'https://example.org/',
	};
	expect(accepts).toBe(true);
	expect(parseExportEvent(exported)).toMatchObject({ destination, wait });
	const started: Required<types.StartEvent> = {
		rule: 'lastMonth',
		chains: ['43114'],
		time: '2026-11-01T00:00:00Z',
		type: 'TRANSACTION_EXPORT_EVM',
		addresses: [address],
		cChainEvmAddresses: [address],
		batchSize: 10,
		label: 'label',
		destination,
		wait,
		callback: 'https://example.org/',
	};
	expect(parseStartEvent(started)).toMatchObject({ ...started, action: 'start' });
	const checking: Required<types.CheckEvent> = { action: 'check', url: 'https://a.example/' };
	expect(CHECK_ACTION().parse(checking)).toEqual(checking);
	const { txHash, ...message }: Required<types.AggregationEvent> = {
		network: 'mainnet',
		message: `0x${'00'.repeat(42)}`,
		justification: '0x00',
		txHash: '11111111111111111111111111111111LpoYY',
		signingSubnetId: '11111111111111111111111111111111LpoYY',
		quorumPercentage: 67,
		quorumPercentageBuffer: 1,
		pChainHeight: 1,
		verification: 'report',
	};
	expect(aggregationRequestOf(message)).toMatchObject({ verification: 'report', pChainHeight: 1 });
	expect(aggregationRequestOf({ txHash })).toMatchObject({ network: 'mainnet' });
});
