import type { INodeParameters } from 'n8n-workflow';
import { encodeFunctionData } from '../../core';
import type { World } from '../../emulator';
import { logsOf } from '../../emulator/world/evmTransactions';
import type { Setting } from '../../lab/kit/nodes/case';
import { cChainOf, tokensIn, transferIn } from '../../lab/kit/operations/evmWorld';

/** Values for the forms of contracts, by operation: a token of the local services. */

const EVENT = 'Transfer(address indexed from, address indexed to, uint256 value)';

const tokenIn = (world: World) => tokensIn(world).erc20[0].address;
const ownerIn = (world: World) => tokensIn(world).wallets[0];

function logIn(world: World) {
	const chain = cChainOf(world);
	const [log] = logsOf(world.network(chain.network), chain, transferIn(world));
	return log;
}

const callIn = (world: World) => ({
	function: 'transfer(address,uint256)',
	args: `${ownerIn(world)}, 2500000`,
});

export const contractExamples: Readonly<Record<string, (setting: Setting) => INodeParameters>> = {
	read: ({ world }) => ({
		blockchainId: 'C',
		address: tokenIn(world),
		function: 'balanceOf(address)(uint256)',
		args: ownerIn(world),
		options: { decimals: 6 },
	}),
	resolveName: () => ({ name: 'treasury.avax' }),
	getManyEvents: ({ world }) => ({
		blockchainId: 'C',
		abi: EVENT,
		address: tokenIn(world),
		fromBlock: '900000',
		toBlock: '900000',
	}),
	decodeLogs: ({ world }) => ({ abi: EVENT, logs: JSON.stringify(logIn(world)) }),
	decodeCalldata: ({ world }) => ({
		data: encodeFunctionData(callIn(world)).data,
		abi: 'transfer(address to, uint256 value)',
	}),
	encodeFunctionData: ({ world }) => callIn(world),
};
