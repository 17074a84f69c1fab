import type { OperationCase } from '../../../testing/cases/operationCase';

/** Interchain messages, one of each state of the documents' schemas. */

const source = 'openapi: Interchain Messaging';
const ID = 'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d';
const FUJI_C = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp';
const OTHER = '2D8RG4UpSXbPbvPCAWppNJyqTG2i2CAXSkTgmTBBvs7GKNZjsY';
const FROM = '0x321eDA69247566D662178feE695C7026c604Cd94';
const TO = '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC';
const WALLET = '0x8578AE7723751446B196bD5124e1bF57B40EB7Bc';

const carrier = {
	txHash: '0x3e9303f81be00b4af28515dab7b914bf3dbff209ea10e7071fa24d4af0a112d4',
	timestamp: 1648672486,
	gasSpent: '8888225000000000',
};
const message = {
	messageId: ID,
	icmContractAddress: '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf',
	sourceBlockchainId: OTHER,
	destinationBlockchainId: FUJI_C,
	sourceEvmChainId: '779672',
	destinationEvmChainId: '43113',
	messageNonce: '1234',
	from: FROM,
	to: TO,
	data: '0x01',
	messageExecuted: true,
	receipts: [{ receivedMessageNonce: '1233', relayerRewardAddress: WALLET }],
	receiptDelivered: true,
	rewardDetails: {
		address: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
		name: 'Wrapped AVAX',
		symbol: 'WAVAX',
		decimals: 18,
		ercType: 'ERC-20',
		price: { currencyCode: 'usd', value: 42.42 },
		value: '10000000000000000',
	},
};
const destinationTransaction = {
	...carrier,
	rewardRedeemer: WALLET,
	delivererAddress: WALLET,
};
const pending = {
	...message,
	messageExecuted: false,
	receiptDelivered: false,
	sourceTransaction: carrier,
	status: 'pending',
};
const delivered = {
	...message,
	sourceTransaction: carrier,
	destinationTransaction,
	status: 'delivered',
};
const sourceNotIndexed = {
	...message,
	destinationTransaction,
	status: 'delivered_source_not_indexed',
};
const messages = [pending, delivered, sourceNotIndexed];

export const icmMessages: OperationCase[] = [
	{
		id: 'icmMessage.get',
		input: { messageId: ID },
		request: { path: `/v1/icm/messages/${ID}` },
		answer: { json: delivered },
		items: [delivered],
		source,
		world: (world) => ({ messageId: world.icmMessages()[0].id }),
	},
	{
		id: 'icmMessage.getMany',
		input: {
			sourceBlockchainId: OTHER,
			destinationBlockchainId: '43113',
			blockchainId: FUJI_C,
			from: FROM,
			to: TO,
			network: 'fuji',
			pageSize: 100,
		},
		request: {
			path: `/v1/icm/messages?sourceBlockchainId=${OTHER}&destinationBlockchainId=43113&blockchainId=${FUJI_C}&from=${FROM}&to=${TO}&network=fuji&pageSize=100`,
		},
		answer: { json: { messages } },
		items: messages,
		source,
		world: () => ({ network: 'mainnet' }),
	},
	{
		id: 'icmMessage.getManyOfAddress',
		input: { address: WALLET, network: 'mainnet' },
		request: { path: `/v1/icm/addresses/${WALLET}/messages?network=mainnet` },
		answer: { json: { messages } },
		items: messages,
		source,
		world: (world) => ({ address: world.icmMessages()[0].source.transfer.from }),
	},
];
