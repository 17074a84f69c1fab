import { bytesToHex, cb58Encode } from '../../core';
import type { Random } from '../../core/testing/random';
import type { NetworkName, NetworkWorld, Subnet } from '../../core/testing/network';

/** The id of a virtual machine: its name as ASCII text, padded with zeros. */
export const vmIdOf = (name: string) =>
	cb58Encode(Uint8Array.from(Buffer.from(name.padEnd(32, '\0'))));

/** subnet-evm's VM id, as deployed L1s name it. */
export const SUBNET_EVM = vmIdOf('subnetevm');
const AVM = vmIdOf('avm');
const EVM = vmIdOf('evm');

const L1S = [
	{ name: 'Beacon', kind: 'l1' },
	{ name: 'Foundry', kind: 'l1' },
	{ name: 'Harbour', kind: 'l1' },
	{ name: 'Quarry', kind: 'permissioned' },
] as const;

/** EVM chain ids of the made-up L1s; those of the test network follow the main network's. */
const FIRST_EVM_CHAIN_ID = { mainnet: 8101, fuji: 8201 };

/** The primary network's subnet, three L1s and a permissioned subnet, each with its chain. */
export function createSubnets(
	network: NetworkName,
	random: Random,
	address: (index: number) => string,
	chains: NetworkWorld['chains'],
): Subnet[] {
	const primary: Subnet = {
		id: chains.P,
		kind: 'primary',
		blockchains: [
			{ id: chains.X, name: 'X-Chain', vmId: AVM, subnetId: chains.P },
			{
				id: chains.C,
				name: 'C-Chain',
				vmId: EVM,
				subnetId: chains.P,
				evmChainId: network === 'mainnet' ? 43114 : 43113,
			},
		],
		owner: { addresses: [], threshold: 0 },
	};
	const others = L1S.map(({ name, kind }, i): Subnet => {
		const id = cb58Encode(random.bytes('subnet', name));
		const l1 = kind === 'l1';
		return {
			id,
			kind,
			blockchains: [
				{
					id: cb58Encode(random.bytes('blockchain', name)),
					name,
					vmId: SUBNET_EVM,
					subnetId: id,
					evmChainId: FIRST_EVM_CHAIN_ID[network] + i,
				},
			],
			owner: { addresses: [address(i), address(i + 1)], threshold: 1 },
			...(l1 ? { conversionTxId: cb58Encode(random.bytes('conversion', name)) } : {}),
			...(l1 ? { managerAddress: `0x${bytesToHex(random.bytes('manager', name, 20))}` } : {}),
		};
	});
	return [primary, ...others];
}
