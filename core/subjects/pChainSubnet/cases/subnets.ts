import type { OperationCase } from '../../../testing/cases/operationCase';
import { casesAt } from '../../../testing/cases/expected';

const use = casesAt('/ext/bc/P', 'vms/platformvm/service.go');
const OWNER = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
const SUBNET = 'Ww3mPZKLq7i7FKvNTAgm51dkLEzYA4mcouG15JAyayvfQQZ6S';
const PRIMARY = '11111111111111111111111111111111LpoYY';

export const pChainSubnet: OperationCase[] = [
	use('pChainSubnet.getSubnet', 'platform.getSubnet', {
		input: { subnetID: SUBNET },
		answer: { recorded: 'platform.getSubnet-l1' },
		items: [
			{
				isPermissioned: false,
				controlKeys: [OWNER],
				threshold: 1,
				locktime: 0,
				subnetTransformationTxID: PRIMARY,
				conversionID: 'U3M6FqZThqGZgJGchYJfiKndrvXhUnbRnqEWMdbed334YtLeV',
				managerChainID: '2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS',
				managerAddress: '0x0feedc0de0000000000000000000000000000000',
			},
		],
		world: ({ node }) => ({ subnetID: node.subnets[1].id }),
	}),
	use('pChainSubnet.getSubnet', 'platform.getSubnet', {
		input: { subnetID: SUBNET },
		answer: { recorded: 'platform.getSubnet-permissioned' },
		items: [
			{
				isPermissioned: true,
				controlKeys: [OWNER],
				threshold: 1,
				locktime: 0,
				subnetTransformationTxID: PRIMARY,
				conversionID: PRIMARY,
				managerChainID: PRIMARY,
				managerAddress: null,
			},
		],
	}),
	use('pChainSubnet.getManySubnets', 'platform.getSubnets', {
		answer: { recorded: 'further-platform.getSubnets' },
		items: [
			...[
				'2YrYKbMQMpuQJrLXRgexdKfXt5mCGeQSujkxYxgNUmXstpdUP4',
				'd8beWYANHbFwHHjxDord4ptry7pw4aed618xM4JK74QutESMT',
				SUBNET,
				'BDfW7SyeCh9Puiw1EBWrx653xQnzGtUrV9k83rAodqiCMViXZ',
			].map((id) => ({ id, controlKeys: [OWNER], threshold: 1 })),
			{ id: PRIMARY, controlKeys: [], threshold: 0 },
		],
	}),
	use('pChainSubnet.getManyBlockchainsOfSubnet', 'platform.validates', {
		input: { subnetID: PRIMARY },
		answer: { recorded: 'further-platform.validates' },
		items: [
			'2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC',
			'2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed',
		],
	}),
];
