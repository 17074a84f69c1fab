import { recordedCall } from '../../testing/recordedCalls';
import type { OperationCase } from '../../testing/cases/operationCase';
import { casesAt } from '../../testing/cases/expected';

const use = casesAt('/ext/info', 'api/info/service.go');

/** A method without parameters whose answer is one item. */
const plain = (id: string, method: string, recorded: string, item: unknown) =>
	use(id, method, { answer: { recorded }, items: [item] });

interface WirePeer {
	observedUptime: string;
}

/** The recorded peers; the quoted percentage is a number in items. */
function peers() {
	const { result } = JSON.parse(recordedCall('diff-info.peers').text) as {
		result: { peers: WirePeer[] };
	};
	return result.peers.map((peer) => ({ ...peer, observedUptime: Number(peer.observedUptime) }));
}

export const info: OperationCase[] = [
	plain('info.getNodeVersion', 'info.getNodeVersion', 'diff-info.getNodeVersion', {
		version: 'avalanchego/1.14.2',
		databaseVersion: 'v1.4.5',
		rpcProtocolVersion: 45,
		gitCommit: '1cf1fc3d1711a09fde7319d2b48609c8cba93680',
		vmVersions: {
			avm: 'avalanchego/1.14.2',
			evm: 'v1.14.2',
			platform: 'avalanchego/1.14.2',
			srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy: 'v1.14.2',
		},
	}),
	plain('info.getNodeId', 'info.getNodeID', 'further-info.getNodeID', {
		nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		nodePOP: {
			publicKey:
				'0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d',
			proofOfPossession:
				'0x8bfd6d4d2086b2b8115d8f72f94095fefe5a6c07876b2accf51a811adf520f389e74a3d2152a6d90b521e2be58ffe468043dc5ea68b4c44410eb67f8dc24f13ed4f194000764c0e922cd254a3588a4962b1cb4db7de4bb9cda9d9d4d6b03f3d2',
		},
	}),
	plain('info.getNodeIp', 'info.getNodeIP', 'diff-info.getNodeIP', { ip: '127.0.0.1:29701' }),
	plain('info.getNetworkId', 'info.getNetworkID', 'further-info.getNetworkID', {
		networkID: 12345,
	}),
	use('info.getNetworkName', 'info.getNetworkName', {
		answer: { json: { networkName: 'mainnet' } },
		items: [{ networkName: 'mainnet' }],
	}),
	use('info.getBlockchainId', 'info.getBlockchainID', {
		input: { alias: 'C' },
		answer: { recorded: 'further-info.getBlockchainID' },
		items: [{ blockchainID: '2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC' }],
	}),
	use('info.getManyPeers', 'info.peers', {
		answer: { recorded: 'diff-info.peers' },
		items: peers(),
	}),
	use('info.getManyPeers', 'info.peers', {
		input: { nodeIDs: 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5' },
		params: { nodeIDs: ['NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5'] },
		answer: { json: { numPeers: '0', peers: [] } },
		items: [],
	}),
	use('info.getBootstrapStatus', 'info.isBootstrapped', {
		input: { chain: 'X' },
		answer: { recorded: 'further-info.isBootstrapped' },
		items: [{ isBootstrapped: true }],
	}),
	plain('info.getUptime', 'info.uptime', 'diff-info.uptime', {
		rewardingStakePercentage: 99.9598,
		weightedAveragePercentage: 99.1601,
	}),
	use('info.getManyAcps', 'info.acps', {
		answer: {
			json: {
				acps: {
					'23': {
						supportWeight: '0',
						supporters: [],
						objectWeight: '2000000000000000',
						objectors: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
						abstainWeight: '161147778098286584',
					},
				},
			},
		},
		items: [
			{
				acp: '23',
				supportWeight: '0',
				supporters: [],
				objectWeight: '2000000000000000',
				objectors: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
				abstainWeight: '161147778098286584',
			},
		],
	}),
	use('info.getManyAcps', 'info.acps', { answer: { recorded: 'diff-info.acps' }, items: [] }),
	plain('info.getUpgrades', 'info.upgrades', 'further-info.upgrades', {
		apricotPhase1Time: '2020-12-05T05:00:00Z',
		apricotPhase2Time: '2020-12-05T05:00:00Z',
		apricotPhase3Time: '2020-12-05T05:00:00Z',
		apricotPhase4Time: '2020-12-05T05:00:00Z',
		apricotPhase4MinPChainHeight: 0,
		apricotPhase5Time: '2020-12-05T05:00:00Z',
		apricotPhasePre6Time: '2020-12-05T05:00:00Z',
		apricotPhase6Time: '2020-12-05T05:00:00Z',
		apricotPhasePost6Time: '2020-12-05T05:00:00Z',
		banffTime: '2020-12-05T05:00:00Z',
		cortinaTime: '2020-12-05T05:00:00Z',
		cortinaXChainStopVertexID: '11111111111111111111111111111111LpoYY',
		durangoTime: '2020-12-05T05:00:00Z',
		etnaTime: '2020-12-05T05:00:00Z',
		fortunaTime: '2020-12-05T05:00:00Z',
		graniteTime: '2020-12-05T05:00:00Z',
		graniteEpochDuration: 30000000000,
		heliconTime: '9999-12-01T00:00:00Z',
	}),
	plain('info.getTransactionFees', 'info.getTxFee', 'further-info.getTxFee', {
		txFee: '1000000',
		createAssetTxFee: '1000000',
		createSubnetTxFee: '100000000',
		transformSubnetTxFee: '100000000',
		createBlockchainTxFee: '100000000',
		addPrimaryNetworkValidatorFee: '0',
		addPrimaryNetworkDelegatorFee: '0',
		addSubnetValidatorFee: '1000000',
		addSubnetDelegatorFee: '1000000',
	}),
	plain('info.getVms', 'info.getVMs', 'further-info.getVMs', {
		vms: {
			jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq: ['avm'],
			mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6: ['evm'],
			rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT: ['platform'],
			srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy: [],
		},
		fxs: {
			qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT: 'nftfx',
			rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy: 'propertyfx',
			spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: 'secp256k1fx',
		},
	}),
];
