import type { OperationCase } from '../../../testing/cases/operationCase';
import { resultOf } from '../../../testing/cases/expected';
import { l1Named } from '../../../testing/cases/networkWorld';
import { SUBNET_EVM, at, noChain, ofChain } from './chains';

/** Validators of an EVM chain, as the chain itself has them. */

const OTHER = 'qzfF3A11KzpcHkkqznEyQgupQrCNS6WV6fTUTwZpEKqhj1QE7';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
const MAX = '18446744073709551615';

const validator = {
	validationID: TX,
	nodeID: NODE,
	weight: MAX,
	startTimestamp: 1732025653,
	isActive: true,
	isL1Validator: true,
	isConnected: false,
	uptimeSeconds: 36,
	uptimePercentage: 99.5,
};

const recordedValidators = resultOf('diff-evm-validators-none').validators as Array<{
	weight: number;
}>;

export const evmValidators: OperationCase[] = [
	at(OTHER, 'validators')('evmSubnet.getManyValidators', 'validators.getCurrentValidators', {
		input: { blockchainId: OTHER },
		params: {},
		answer: { json: { validators: [validator] } },
		items: [validator],
		rejected: [{}, { validators: [{ ...validator, nodeID: null }] }],
		world: ofChain,
		inWorld: {
			part: ({ validationID, nodeID, isActive }) => ({ validationID, nodeID, isActive }),
			expected: (world) =>
				world.node.l1.of(l1Named(world, 'Foundry').id).map(({ validationId, nodeId, balance }) => ({
					validationID: validationId,
					nodeID: nodeId,
					isActive: balance > 0n,
				})),
			unordered: true,
		},
		refused: noChain,
	}),
	at('C', 'validators')('evmSubnet.getManyValidators', 'validators.getCurrentValidators', {
		input: { blockchainId: 'C', nodeIDs: [NODE] },
		params: { nodeIDs: [NODE] },
		answer: { json: { validators: [] } },
		items: [],
	}),
	at(SUBNET_EVM, 'validators')('evmSubnet.getManyValidators', 'validators.getCurrentValidators', {
		input: { blockchainId: SUBNET_EVM },
		params: {},
		answer: { recorded: 'diff-evm-validators-none' },
		items: recordedValidators.map((one) => ({ ...one, weight: String(one.weight) })),
	}),
];
