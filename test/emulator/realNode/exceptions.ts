import type { Difference } from './compare';

/** Calls that are not replayed, and why. */
export interface NotReplayed {
	/** Of the names of the calls. */
	calls: RegExp;
	reason: string;
}

/** A difference that is one of data, not of the form of an answer. */
export interface DataDifference {
	calls: RegExp;
	/** Of the paths of the differences. */
	paths: RegExp;
	/** Of what the emulator says there; anything by default. */
	emulated?: RegExp;
	reason: string;
}

export const NOT_REPLAYED: readonly NotReplayed[] = [
	{
		calls: /^further-admin\./,
		reason: 'an operator switches the admin API on; by default, as here, its path is not there',
	},
];

export const DATA_DIFFERENCES: readonly DataDifference[] = [
	{
		calls: /^further-debug_traceTransaction$/,
		paths: /^\$\.error\./,
		reason: 'the recorded node is 1.14.2, which has no traces by default',
	},
	{
		calls: /info\.acps$/,
		paths: /^\$\.result\.acps\.\d+/,
		reason: 'the emulated network votes on a proposal, the recorded one on none',
	},
	{
		calls: /Blockchains$|P-blockchains$/i,
		paths: /^\$\.result\.blockchains\[\]\.name$/,
		reason: 'the names of the chains',
	},
	{
		calls: /validatorsAt/i,
		paths: /^\$\.result\.<node id>\.publicKey$/,
		reason: 'the emulated L1 has an inactive validator, which is keyless weight',
	},
	{
		calls: /xChain\.getTx-/,
		paths: /^\$\.result\.tx\.credentials$/,
		emulated: /^array$/,
		reason: 'the genesis has no list of credentials, a transaction that was issued one',
	},
	{
		calls: /getChainConfig|eth-none|Precompiles|Rules|rules-time/,
		paths: /(contractNativeMinterConfig|txAllowListConfig|upgrades\.precompileUpgrades)$/,
		reason: 'which precompiles a chain was made with and which upgrades its operator scheduled',
	},
	{
		calls: /getActiveRules-2gvf97-time/,
		paths: /Rules\.Is(Merge|Shanghai|Cancun|Durango|Etna|Granite)$/,
		reason: 'the emulated chain is younger than the time that is asked about',
	},
	{
		calls: /evm-validators-none|getCurrentValidators/i,
		paths: /validators\[\]\.(isConnected|isActive|isL1Validator|connected)$/,
		emulated: /^(true|false)$/,
		reason: 'who is connected, active and of which kind',
	},
	{
		calls: /^helicon-pChain\.getBlockchainStatus-C$/,
		paths: /^\$\.result\.status$/,
		reason: 'the recorded node did not validate the primary network',
	},
	{
		calls: /xChain\.getAllBalances/,
		paths: /^\$\.result\.balances\[\]\.asset$/,
		emulated: /^<id>$/,
		reason: 'the emulated owner has assets besides AVAX',
	},
	{
		calls: /^health-.*bootstrapping/,
		paths: /checks\.bls\.message$/,
		reason: 'the recorded node was not a validator',
	},
	{
		calls: /^helicon-health/,
		paths: /checks\.<id>$/,
		reason: 'the recorded node tracked no L1',
	},
	{
		calls: /^(helicon-health|health-.*bootstrapping)/,
		paths: /checks\.network\.message\.timeSinceLastMsg(Received|Sent)$/,
		reason: 'the recorded node had no peers, so that no message had come or gone',
	},
	{
		calls: /further-eth_getTransactionByHash/,
		paths: /^\$\.result\.[rs]$/,
		reason: 'a number that begins with zeros is shorter',
	},
	{
		calls: /further-eth_(getTransactionReceipt|getBlockReceipts)/,
		paths: /logs\[\]\.data$/,
		reason: 'the emulated transaction logged a transfer too, whose data is one word',
	},
];

/** The exception that a difference of a call falls under. */
export function reasonOf(
	exceptions: readonly DataDifference[],
	name: string,
	{ path, emulated }: Difference,
): DataDifference | undefined {
	return exceptions.find(
		(one) => one.calls.test(name) && one.paths.test(path) && (one.emulated?.test(emulated) ?? true),
	);
}
