import { ServiceFailure } from '../../rest/failure';
import type { Call, Endpoint } from '../../rest/endpoint';
import type { EmulatedRoom } from '../../room';
import type { World } from '../../world';
import { downloadService } from './downloads';
import { exportIdOf, type ExportJob, type ExportSettings, exportsOf } from './jobs';

function operationJson(world: World, job: ExportJob) {
	const { operationId, operationType, createdAtTimestamp } = job;
	const state = exportsOf(world).stateOf(job);
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
const endpoints: Endpoint[] = [
	{
		method: 'POST',
		path: '/v1/operations/transactions:export',
		answer(call) {
			const { input, world } = call;
			const store = exportsOf(world);
			const operationId = exportIdOf(world, store.count());
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
			return operationJson(world, job);
		},
	},
	{
		method: 'GET',
		path: '/v1/operations/{operationId}',
		answer({ input, world }) {
			const job = exportsOf(world).find(String(input.operationId));
			if (!job) throw new ServiceFailure(404, `Operation ${String(input.operationId)} not found`);
			return operationJson(world, job);
		},
	},
];

/** Control of the exports to come. */
interface ExportControl {
	setExports(given: Partial<ExportSettings>): void;
}

export const emulated = {
	data: endpoints,
	download: downloadService,
	control: (world: () => World): ExportControl => ({
		setExports(given) {
			Object.assign(exportsOf(world()).settings, given);
		},
	}),
} satisfies EmulatedRoom;
