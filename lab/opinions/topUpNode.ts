import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { cb58Decode, cb58Encode, clock, servicesOf } from '../../core';
import { recordedTelemetry } from '../kit/lambda/exportKit';
import { KMS_PUBLIC_KEY, kmsSignature } from '../kit/lambda/kmsServer';
import type { TopUpReport } from '../../lambdas/topUp/run';
import { addressOf, pointOf } from '../../lambdas/topUp/signing';
import { memoryTable } from '../campaigns/notifyWorld/table';
import { Died, mortality } from '../../core/testing/deaths';
import { topUpOver } from './topUpWorld/world';
import { avalanchejs } from './realNode/avalanchejs';
import { isLocal } from './realNode/contracts/sender';
import { askNode, type Json, NoNode } from './realNode/raw';
import { LOCAL_OWNER, identity, pChainIssuer } from './realNode/traffic';

const HELP = `npm run opinion -- topUp --node <url>

Makes an L1 on a local network whose validators have balances for a day, of nothing, and for months, and lets topUp
pay: dry, then two runs at once, killed runs, and a last one. The node's balances must be those of one payment for each
validation that needs one. Exits with 75 without a node of a local network.
`;
const NO_NODE = 75;
const { Context, L1Validator, PChainOwner, TransferableOutput, pvm, pvmSerial, utils } =
	avalanchejs;

function must(holds: boolean, what: string): void {
	process.stdout.write(`${holds ? 'holds    ' : 'DOES NOT '}  ${what}\n`);
	if (!holds) process.exitCode = 1;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { node: { type: 'string' }, help: { type: 'boolean', default: false } },
	});
	if (values.help) return void process.stdout.write(HELP);
	if (!values.node) throw new NoNode('No node was given (--node)');
	const { node } = servicesOf({ dataUrl: '', metricsUrl: '', nodeUrl: values.node });
	const ask = askNode(node);
	const local = await isLocal(ask).catch(() => false);
	if (!local) throw new NoNode('The node does not answer, or is not of a local network');
	const context = await Context.getContextFromURI(values.node);
	const say = (line: string) => process.stderr.write(`${line}\n`);
	const { common, issue } = pChainIssuer({ url: values.node, ask, clock, say }, context);
	// 512 nAVAX a second on Mainnet, 1 on a local network.
	const { price } = (await ask('/ext/bc/P', 'platform.getValidatorFeeState')) as Json;
	const day = BigInt(String(price)) * 86_400n;
	const networkId = Number(((await ask('/ext/info', 'info.getNetworkID')) as Json).networkID);
	const payer = addressOf(pointOf(KMS_PUBLIC_KEY), networkId);
	const wallet = utils.bech32ToBytes(payer);
	const owner = `P-${utils.formatBech32(context.hrp, LOCAL_OWNER)}`;

	const give = [3n, 2n, 1n].map((avax) =>
		TransferableOutput.fromNative(context.avaxAssetID, avax * 10n ** 9n, [wallet]),
	);
	await issue('the wallet', pvm.newBaseTx({ ...(await common()), outputs: give }, context));
	const subnetId = await issue(
		'a subnet',
		pvm.newCreateSubnetTx({ ...(await common()), subnetOwners: [LOCAL_OWNER] }, context),
	);
	const owners = PChainOwner.fromNative([LOCAL_OWNER], 1);
	const validators = [day, 0n, 200n * day]
		.map((balance) => {
			const { publicKey, signature } = identity();
			const proof = new pvmSerial.ProofOfPossession(publicKey, signature);
			const nodeId = `NodeID-${cb58Encode(randomBytes(20))}`;
			return { nodeId, made: L1Validator.fromNative(nodeId, 10n, balance, proof, owners, owners) };
		})
		.sort((a, b) => Buffer.compare(nodeBytes(a.nodeId), nodeBytes(b.nodeId)));
	const given = {
		...{
			subnetId,
			subnetAuth: [0],
			chainId: cb58Encode(randomBytes(32)),
			address: randomBytes(20),
		},
		validators: validators.map(({ made }) => made),
	};
	await issue('an L1', pvm.newConvertSubnetToL1Tx({ ...(await common()), ...given }, context));
	const ids = validators.map((_, at) => {
		const index = Buffer.alloc(4);
		index.writeUInt32BE(at);
		const bytes = Buffer.concat([cb58Decode(subnetId) as Uint8Array, index]);
		return cb58Encode(createHash('sha256').update(bytes).digest());
	});
	const balanceOf = async (validationID: string) =>
		BigInt(
			String(
				((await ask('/ext/bc/P', 'platform.getL1Validator', { validationID })) as Json).balance,
			),
		);
	const funds = async () =>
		BigInt(
			String(
				((await ask('/ext/bc/P', 'platform.getBalance', { addresses: [payer] })) as Json).balance,
			),
		);

	const settings = {
		...{ networkId, avaxAssetId: context.avaxAssetID, payer, maxFee: '1000000' },
		caps: { payment: '2000000000', validationPerDay: '2000000000', walletPerDay: '4000000000' },
		runwayDays: { minimum: 7, target: 30 },
		// The chain of a network without traffic has the time of its last block.
		mostLagSeconds: 86_400,
		validations: ids.map((validationId) => ({
			validationId,
			remainingBalanceOwner: { addresses: [owner] },
		})),
	};
	const pay = { ...settings, mode: 'pay', validUntil: '2100-01-01T00:00:00Z' };
	const table = memoryTable({ clock });
	const { telemetry } = recordedTelemetry();
	let signed = 0;
	const run = async (text: object, killAt = Infinity): Promise<TopUpReport | undefined> => {
		const { mortal } = mortality({ at: killAt, side: 'before' });
		const handle = topUpOver(text, {
			...{ nodeUrl: values.node, call: mortal(table.send as never), clock, telemetry },
			sign: mortal(async (bytes: Uint8Array) => {
				const hash = createHash('sha256').update(bytes).digest();
				return await Promise.resolve(kmsSignature(hash, ++signed));
			}),
			send: async () => await Promise.resolve({ error: 'nobody is asked' }),
		});
		return (await handle({ action: 'run' }).catch((error: unknown) => {
			if (error instanceof Died) return undefined;
			throw error;
		})) as TopUpReport | undefined;
	};
	const outcomes = (report?: TopUpReport) =>
		report?.validations
			.map(({ outcome }) => outcome)
			.sort()
			.join(', ');

	const before = await funds();
	const dry = outcomes(await run(settings));
	must(dry === 'enough, would pay, would pay', `a dry run would pay both (${dry})`);
	for (let at = 1; at <= 12; at++) await run(pay, at);
	await Promise.all([run(pay), run(pay)]);
	let last: string | undefined;
	for (let round = 0; round < 5 && last !== 'enough, enough, enough'; round++) {
		last = outcomes(await run(pay));
		say(`run: ${last}`);
	}
	must(last === 'enough, enough, enough', `in the end all have enough (${last})`);
	let paid = 0n;
	for (const [at, { made: _ }] of validators.entries()) {
		const balance = await balanceOf(ids[at]);
		say(`${ids[at]} has ${balance}`);
		must(balance > 7n * day && balance < 201n * day, `${ids[at]} is active, with ${balance} nAVAX`);
		if (balance < 100n * day) paid += balance;
	}
	const spent = before - (await funds());
	const most = 2n * 30n * day + 2_000_000n;
	must(
		spent > paid - day && spent <= most,
		`the wallet has paid once for each: ${spent} nAVAX, at most ${most}`,
	);
	must(signed >= 2, `signatures: ${signed}`);
}

const nodeBytes = (nodeId: string) => Buffer.from(cb58Decode(nodeId.slice(7)) as Uint8Array);

exitWith(main(), (error) => (error instanceof NoNode ? NO_NODE : 2));
