import { createRequire } from 'node:module';
import path from 'node:path';
import {
	SIGNATURE_HEADER,
	canonicalJson,
	createClient,
	signBody,
	verifyBody,
	webhook,
} from '../../../core';
import type { Emulator } from '../../../emulator';
import { startReceiver } from '../../kit/webhookReceiver';

/**
 * Signatures of webhook messages, judged by the SDKs' own verifiers: those of the emulator by the
 * SDKs, and those that the SDKs' code makes by the core. The SDKs have two schemes.
 */

type IsValid = (secret: string, signature: string, payload: object) => boolean;
interface RawSecurity {
	sign(given: { secret: string; request: Request }): Promise<Request>;
	verify(given: { secret: string; request: Request }): Promise<boolean>;
}

interface Verifiers {
	isValid: Record<string, IsValid>;
	canonicalize: (value: unknown) => string;
	raw: RawSecurity;
	readsActivity: (text: string) => { ok: boolean };
}

function verifiersIn(modules: string): Verifiers {
	const load = (file: string) =>
		createRequire(path.join(modules, 'any.js'))(path.join(modules, file));
	const chainkit = '@avalanche-sdk/chainkit/dist/commonjs';
	const { WebhookSecurity } = load(`${chainkit}/hooks/webhook-security.js`) as {
		WebhookSecurity: new () => RawSecurity;
	};
	return {
		isValid: {
			'@avalanche-sdk/chainkit': load(`${chainkit}/utils/validateSignature.js`).validateSignature,
			'@avalabs/avacloud-sdk': load('@avalabs/avacloud-sdk/utils/isvalidsignature.js')
				.isValidSignature,
		},
		canonicalize: load('json-canonicalize').canonicalize,
		raw: new WebhookSecurity(),
		readsActivity: load(`${chainkit}/models/components/index.js`)
			.webhookAddressActivityResponseFromJSON,
	} as Verifiers;
}

/** The verifiers of the SDKs print every digest. */
function quietly<Result>(act: () => Result): Result {
	const { log } = console;
	console.log = () => {};
	try {
		return act();
	} finally {
		console.log = log;
	}
}

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
/** Bodies on which samples of the documents disagree: names, escapes, numbers and other letters. */
const BODIES = [
	'{}',
	'{"b":1,"a":{"d":[3,2,{"z":1,"y":2}],"c":null}}',
	'{"10":1,"9":2,"":3,"é":4,"\\u0000":5}',
	'{"text":"<&> \\u2028 \\" \\\\ \\/ ₮ 😀","n":[1e21,1.50,-0,5e-324,0.1]}',
	'{"\\ud83d\\ude00":1,"\\ufb33":2,"__proto__":{"a":1}}',
];

/** The messages of an emulator for transfers of each kind. */
async function messagesOf(emulator: Emulator) {
	const receiver = await startReceiver();
	const client = createClient({ dataUrl: emulator.dataUrl, retry: { retries: 0 } });
	await client.call(webhook.create, {
		eventType: 'address_activity',
		url: `${receiver.url}/`,
		chainId: '43114',
		addresses: [MINE],
		includeLogs: true,
		includeInternalTxs: true,
	});
	const kinds = ['native', 'erc20', 'erc721', 'erc1155', 'internal'] as const;
	emulator.control.addTransfers({ transfers: kinds.map((only) => ({ only, to: MINE })) });
	await emulator.webhooksSettled();
	const { secret } = await client.call(webhook.getSecret, {});
	await receiver.close();
	return { secret: String(secret), received: receiver.received };
}

/** Both directions, for messages of the emulator and for hard bodies. Gives what disagrees. */
export async function judgeWebhooks(
	modules: string,
	emulator: Emulator,
): Promise<{ checks: number; findings: string[] }> {
	const { isValid, canonicalize, raw, readsActivity } = verifiersIn(modules);
	const findings: string[] = [];
	let checks = 0;
	const check = (name: string, holds: boolean) => {
		checks += 1;
		if (!holds) findings.push(name);
	};
	const { secret, received } = await messagesOf(emulator);
	check('five messages arrive', received.length === 5);
	const signed = BODIES.map((text) => {
		const body = new TextEncoder().encode(text);
		return { body, signature: signBody(body, { secret }) };
	});
	for (const { body, signature = '' } of [...received, ...signed]) {
		const text = new TextDecoder().decode(body);
		const payload = JSON.parse(text) as object;
		check(`canonical form of ${text}`, canonicalize(payload) === canonicalJson(payload));
		for (const [name, accepts] of Object.entries(isValid)) {
			const verdict = (given: string) => quietly(() => accepts(secret, given, payload));
			check(`${name} accepts the signature of ${text}`, verdict(signature));
			check(`${name} refuses another signature`, !verdict(signature.replace(/^./, '!')));
		}
		// The other scheme of chainkit: the raw body and the letters of the secret.
		const request = new Request('http://receiver.example', { method: 'POST', body: text });
		const theirs = (await raw.sign({ secret, request: request.clone() })).headers;
		const by = { secret, scheme: 'rawText' } as const;
		const their = theirs.get(SIGNATURE_HEADER) ?? '';
		check(
			`the core accepts chainkit's own signature of ${text}`,
			verifyBody({ body, signature: their }, by).ok,
		);
		const headers = { [SIGNATURE_HEADER]: signBody(body, by) };
		const ours = new Request(request, { headers });
		check(
			`chainkit accepts the raw signature of ${text}`,
			await raw.verify({ secret, request: ours }),
		);
	}
	for (const { body } of received) {
		const text = new TextDecoder().decode(body);
		// The documents' samples break their schema: NFTs without lists of tokens, and topics that are null.
		const isSample = /"type":"ERC721"|"topic\d":null/.test(text);
		check(`chainkit reads the message ${text}`, readsActivity(text).ok !== isSample);
	}
	return { checks, findings };
}
