import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Aliases of the nodes for n8n's node panel. It compares what a user types with each alias as a whole: the
 * characters must appear in the alias in their order, and words in another order, or one word more, find
 * nothing. So the aliases are made from the words below: each subject with each word that is said of it, in both
 * orders, before and behind the words that are said of anything. A plural finds the singular, too.
 */

/** Subjects, with what is said of each; a hyphen is a space. */
const WORDS: Readonly<Record<string, string>> = {
	Avalanche: `
		validators: uptime downtime status performance commission fees stake weight balance rewards income earnings
		versions IDs expiry end-dates set offline disconnected down registration health node-IDs delegators;
		nodes: health uptime down offline versions upgrades outdated synced; delegators: stake rewards fees;
		delegations: rewards fees amounts ending minimum; delegated: balance stake tokens amounts;
		staking: rewards earnings income payouts APR APY yield period amounts balance tokens funds taxes positions
		activity transactions end-dates unlock-dates expired ending;
		stakes: ending expired unlock period renewals amounts; staked: amounts tokens funds balance;
		rewards: payouts payments earned received unclaimed claimable estimated value distribution income addresses;
		wallets: balance funds activity transactions tokens assets portfolio deposits payments transfers;
		hot wallets; multiple wallets: balances rewards;
		addresses: balance activity transactions transfers tokens labels;
		accounts: balance activity transactions tokens funds;
		balances: threshold low drops history at-block at-height at-date;
		crypto: balances prices portfolio tax wallet payments; portfolio: value holdings assets;
		treasury: balances wallets; uptime: percentage requirement low;
		tokens: balances holders owners transfers prices value supply market-cap information metadata decimals contract
		held-by-address deposited received;
		ERC20 tokens: balances transfers holders; ERC721: transfers tokens; ERC1155: balances transfers;
		stablecoins: transfers balances; holders: snapshot airdrop count;
		NFTs: holders owners metadata transfers collections snapshot balances by-wallet;
		collections: holders owners metadata; metadata: refresh reindex; refresh: metadata NFT;
		transactions: hash status confirmations pending failed fees costs receipts logs per-second per-day per-hour
		volume by-address by-hash by-block of-address internal native incoming;
		tx: hash fees status; txns: per-second per-day hash; internal: transactions;
		incoming: transactions payments transfers deposits; native: transactions tokens balances;
		failed: transactions; large: transactions transfers; whales: transactions transfers;
		payments: received confirmed; deposits: received confirmed addresses; withdrawals;
		transfers: received confirmed stuck; coins: received;
		blocks: height number hash timestamp time finality confirmations rewards explorer; block explorer;
		latest: blocks transactions; gas: price fees used costs; gas price: threshold low high;
		network: status health fees activity usage TPS statistics IDs upgrades;
		chain: IDs status activity statistics analytics metrics fees TPS active-users;
		blockchain: IDs data activity analytics metrics; supported: chains networks; TPS: average max; max: TPS;
		average: TPS gas fees; active: addresses users accounts validators senders deployers;
		daily: transactions addresses rewards income;
		contracts: events logs ABI source code creator deployments deployed deployer verified transfers;
		smart contracts: events logs ABI deployments; events: logs decode listeners;
		multisig: transactions signers owners threshold accounts; Safe: multisig transactions owners;
		bridge: transactions transfers messages status stuck; bridged: tokens BTC assets;
		cross-chain: transactions transfers messages status stuck; ICM: messages relayers;
		interchain: messages transfers; Teleporter: messages; warp: messages signatures relayers;
		messages: delivered undelivered pending stuck delivery relayers signatures; aggregate: signatures;
		aggregating: signatures; aggregated: signatures; BLS: keys signatures; relayers: balance funds messages;
		L1: validators fees balance low-balance chains weight; subnets: validators chains IDs basic-information;
		continuous fee: balance; tax: reports calculations income year; taxable: income; capital gains; cost basis;
		accounting: exports; bookkeeping; webhooks: events addresses secrets tokens deposits payments;
		AVAX: price supply burned balances rewards; supply: circulating total burned; total: supply stake balance;
		circulating: supply; burned: fees tokens; P-Chain: transactions balances addresses blocks UTXOs;
		X-Chain: transactions balances assets UTXOs; C-Chain: transactions balances contracts imports;
		atomic: transactions imports exports; UTXOs: by-address; CSV: exports transactions files;
		API: usage keys rate-limits logs credits; RPC: usage; airdrops: snapshot holders; profit and loss;
	`,
	AvalancheRpc: `
		nodes: health status uptime versions IDs peers metrics synced bootstrapped upgrades liveness; health: checks;
		peers: connected count uptime versions; connected: peers; client: versions; sync: status state;
		synchronization: state status; out of sync: nodes; bootstrapped: status nodes;
		gas: price fees estimates suggested priority limits; base fee: history; suggested: gas-price fees;
		transactions: receipts traces hash nonce count raw signed pending; raw: transactions; send: transactions;
		broadcast: transactions; mempool: transactions; events: logs topics decode; logs: filters decode;
		decode: logs events calldata input-data; contracts: calls reads functions ABI bytecode storage state;
		read: contracts smart-contracts state; smart contracts: functions calls reads;
		JSON-RPC: endpoint methods calls API; RPC: endpoint URLs calls methods; C-Chain: RPC endpoint;
		P-Chain: RPC height blocks validators; X-Chain: RPC assets UTXOs; perceived: uptime;
		uptime: changes observed; blocks: number height hash latest finalized containers;
		validators: set-at-height uptime weights; chain: ID config genesis; network: ID name peers; archive: nodes;
		storage: slots proofs; native: balances; domain: names resolve; index: containers blocks;
		fee: config state estimates; warp: messages signed; accepted: containers blocks;
	`,
	AvalancheWebhookTrigger: `
		webhooks: payments notifications events deposits addresses tokens; instant: alerts notifications events;
		real-time: alerts notifications transactions; deposits: alerts notifications received confirmed;
		payments: received notifications alerts; tokens: received deposited; coins: received;
		incoming: transactions transfers payments; addresses: activity; wallets: notifications activity alerts;
		rewards: notifications payouts;
	`,
};

/** Said of a subject, before and behind it. */
const BEFORE =
	'track watch my export download all list of the get check current number new latest top large average daily total historical pending active alerts on missing low notify about';
const BEHIND =
	'list information history details alerts notifications monitoring bot tracker dashboard changes events metrics statistics status summary data API reports in CSV count by address exports over time USD';

/** Names of n8n's own nodes, but those that find an alias written by hand: no generated alias is found by one. */
const AVOIDED =
	`Notion, Strapi, Trello, Currents, Uplead, Strava, OpenAI, Linear, Todoist, OpenCTI, Lemlist, Stripe,
	Emelia, TravisCI, Twilio, Iterable, Cortex, Reddit, Affinity, Paddle, MongoDB, Mocean, Discord, Vertica,
	Gotify, Mindee, Salesmate, GitLab, AI Agent, Kibana, Postgres, Yourls, SendGrid, Segment, Airtop, Sekoia,
	RSS Read, Stackby, Harvest, Discourse, PostBin, AWS SES, AWS SNS, HubSpot, Malcore, Onfleet, PayPal,
	Filter, ERPNext, Filescan, FileMaker, Mistral AI, Medium, Copper, Qualys, E2E Test, Hunter, Sysdig,
	Airtable, Ollama, Datadog, Matrix, Storyblok, CoinGecko, PostHog, TheHive, Baserow, Vonage, Metabase,
	AWS ELB, AWS IAM, Mautic, Supabase, CrateDB, Intercom, Switch, YouTube, Data table, SeaTable, CircleCI,
	Raindrop, Slack, Gmail, Odoo, Xero, Kafka, Ghost, Brevo, Drift, Action Network, Adalo, Bitly, Demio,
	E-goi, Gong, Keap, MQTT, Npm, Plivo, Sendy, TOTP, Twake, Twist, uProc, Wise, FTP, Oura, Split Out,
	Help Scout, MISP, UptimeRobot, Hacker News, Netlify, Spotify, GitHub`.split(/,\s+/);

const MAX_LENGTH = 40;

function finds(typed: string, alias: string): boolean {
	const wanted = typed.toLowerCase();
	let at = 0;
	for (const character of alias.toLowerCase()) if (character === wanted[at]) at += 1;
	return at === wanted.length;
}

const isAllowed = (alias: string) =>
	alias.length <= MAX_LENGTH && !AVOIDED.some((name) => finds(name, alias));

/** A subject with words before or behind it, as many in one alias as it may have. */
function chains(subject: string, words: string, alias: (chain: string) => string): string[] {
	const made: string[] = [];
	let rest = words.split(' ');
	while (rest.length > 0) {
		const left: string[] = [];
		let chain = '';
		for (const word of rest) {
			const longer = chain ? `${chain} ${word}` : word;
			if (isAllowed(alias(longer))) chain = longer;
			else left.push(word);
		}
		if (!chain) break;
		made.push(alias(chain));
		rest = left;
	}
	return made.length > 0 ? made : [subject].filter(isAllowed);
}

function generated(words: string): string[] {
	return words.split(';').flatMap((entry) => {
		const [subject, said = ''] = entry.trim().split(/:\s+/);
		if (!subject) return [];
		const pairs = said
			.split(/\s+/)
			.filter(Boolean)
			.flatMap((hyphened) => {
				const word = hyphened.replaceAll('-', ' ');
				const pair = `${subject} ${word}`;
				const named = [`list export ${pair}`, `export ${pair}`, `list ${pair}`, pair].find(
					isAllowed,
				);
				return [...(named ? [named] : []), ...[`${word} of the ${subject}`].filter(isAllowed)];
			});
		return [
			...chains(subject, BEHIND, (chain) => `${subject} ${chain}`),
			...chains(subject, BEFORE, (chain) => `${chain} ${subject}`),
			...pairs,
		];
	});
}

interface Codex {
	alias: string[];
}

/** The codex of a node (`nodes/<node>/<node>.node.json`) with the generated aliases behind its own. */
export function codexOf(file: string): Codex {
	const codex = JSON.parse(readFileSync(file, 'utf8')) as Codex;
	const words = WORDS[path.basename(file, '.node.json')] ?? '';
	return { ...codex, alias: [...new Set([...codex.alias, ...generated(words)])] };
}

/** Writes the aliases into the codex files below `folder`. */
export function writeAliases(folder: string): void {
	for (const name of Object.keys(WORDS)) {
		const file = path.join('nodes', name, `${name}.node.json`);
		writeFileSync(path.join(folder, file), JSON.stringify(codexOf(file)));
	}
}
