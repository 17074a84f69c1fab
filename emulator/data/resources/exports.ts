import { uuidOf } from '../../world/random';
import { ServiceFailure } from '../../rest/failure';
import type { Call, Endpoint } from '../../rest/endpoint';
import type { ExportJob, ExportStore } from '../exportJobs';

function operationJson(job: ExportJob, store: ExportStore) {
	const { operationId, operationType, createdAtTimestamp } = job;
	const state = store.stateOf(job);
	return {
		operationId,
		operationType,
		operationStatus: state.status,
		...(state.message ? { message: state.message } : {}),
		...(state.metadata ? { metadata: state.metadata } : {}),
		createdAtTimestamp,
		updatedAtTimestamp: state.updatedAt,
	};
}

function unknownChain(call: Call): string | undefined {
	if (call.input.type !== 'TRANSACTION_EXPORT_EVM') return undefined;
	return (call.input['options.includeChains'] as string[]).find((id) => !call.world.evmChain(id));
}

/** Operations: the export of transactions, which runs by the clock of the world. */
export function exportEndpoints(store: ExportStore): Endpoint[] {
	return [
		{
			method: 'POST',
			path: '/v1/operations/transactions:export',
			answer(call) {
				const { input, world } = call;
				const operationId = uuidOf(world.random.bytes('operation', store.count()));
				const unknown = unknownChain(call);
				const job = store.start({
					operationId,
					operationType: String(input.type),
					firstDate: (input.firstDate ?? input.startDate) as string | undefined,
					lastDate: (input.lastDate ?? input.endDate) as string | undefined,
					addresses: [input['options.addresses'], input['options.cChainEvmAddresses']]
						.flat()
						.filter(Boolean) as string[],
					includeChains: input['options.includeChains'] as string[],
					problem: unknown && `chain ${unknown} is not supported`,
				});
				return operationJson(job, store);
			},
		},
		{
			method: 'GET',
			path: '/v1/operations/{operationId}',
			answer({ input }) {
				const job = store.find(String(input.operationId));
				if (!job) throw new ServiceFailure(404, `Operation ${String(input.operationId)} not found`);
				return operationJson(job, store);
			},
		},
	];
}
