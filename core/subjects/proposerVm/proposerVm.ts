import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { nodeResources } from '../resources';
import { idOrAlias } from '../../fields/identifiers';

const SPEC = 'Node JSON-RPC: X-Chain and P-Chain (remaining methods)';

function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/{chain}/proposervm', method, params: 'named' } as const;
}

function chain() {
	return field(idOrAlias('a blockchain id', 'P').optional(), {
		in: 'path',
		label: 'Chain',
		description: 'The chain: an alias, or a blockchain ID (cb58)',
		placeholder: 'P',
		default: 'P',
		show: 'option',
	});
}

/** The epoch whose P-Chain height fixes the validator set that signs a chain's messages. */
export const getCurrentEpoch = declare({
	id: 'proposerVm.getCurrentEpoch',
	changing: true,
	node: 'avalancheRpc',
	resource: nodeResources.proposerVm,
	entry: { value: 'getCurrentEpoch', name: 'Get Current Epoch' },
	action: 'Get the current epoch of a chain',
	description:
		'proposervm.getCurrentEpoch: returns number, start and P-Chain height of the current epoch; nodes from version 1.14.0',
	service: 'node',
	call: call('proposervm.getCurrentEpoch'),
	input: fieldSet({ chain: chain() }),
	output: out.object({
		number: out.essential(out.count('Number of the epoch')),
		startTime: out.seconds(),
		pChainHeight: out.essential(out.count('P-Chain height of the epoch')),
	}),
	spec: SPEC,
});

/** The P-Chain height that the next block of a chain would use. */
export const getProposedHeight = declare({
	id: 'proposerVm.getProposedHeight',
	changing: true,
	node: 'avalancheRpc',
	resource: nodeResources.proposerVm,
	entry: { value: 'getProposedHeight', name: 'Get Proposed Height' },
	action: 'Get the proposed height of a chain',
	description:
		'proposervm.getProposedHeight: returns the P-Chain height that the next block of a chain would use; nodes from version 1.14.0',
	service: 'node',
	call: call('proposervm.getProposedHeight'),
	input: fieldSet({ chain: chain() }),
	output: out.object({
		height: out.essential(out.count('P-Chain height that the next block would use')),
	}),
	spec: SPEC,
});
