import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { declareLevels } from '../../core/events/levelEvent';
import { linesAbove } from '../../core/events/levelSteps';
import { type SubjectReading, unknownReading } from '../../core/events/levelTypes';
import { moment, span } from '../../core/events/words';
import { field } from '../../core/fields/field';
import { listOf } from '../../core/fields/inputs';
import { asDurations, durations } from '../../core/fields/lines';
import * as out from '../../core/fields/outputs';
import { DAY } from '../../core/formats/timeUnits';

/**
 * The ports of a node as they are seen from outside. It opens sockets, which a community node of n8n may not:
 * only sources of notify have it.
 */

/** A host and port; `isTls` if its certificate is judged. */
interface Endpoint {
	host: string;
	port: number;
	isTls: boolean;
}

/** The result of an attempt to connect. */
export interface Probe {
	/** The addresses of the host, sorted; absent of a host that is an address, or that cannot be resolved. */
	addresses?: string[];
	/** The reason why the port did not accept a connection; absent if it did. */
	closed?: string;
	/** Unix seconds at which the certificate ends. */
	validUntil?: number;
}

interface Facts extends Endpoint, Probe {
	endpoint: string;
	about: 'port' | 'certificate' | 'address';
	secondsLeft?: number;
	addressesBefore?: string;
}

const CONNECTS_IN_MS = 5000;
const MOST_ENDPOINTS = 10;
const LINES = [14 * DAY, 3 * DAY];
const ENDPOINT = /^(tls:\/\/)?(\[[0-9a-f:]+\]|[a-z0-9][a-z0-9.-]{0,252}):(\d{1,5})$/i;

function endpointOf(text: string): Endpoint | undefined {
	const [, tls, host, port] = ENDPOINT.exec(text) ?? [];
	if (!host || Number(port) < 1 || Number(port) > 65_535) return undefined;
	return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), isTls: tls !== undefined };
}

/** Connects to an endpoint and closes the connection. Certificates are read, not trusted: their end is asked. */
export async function probe({ host, port, isTls }: Endpoint, ms = CONNECTS_IN_MS): Promise<Probe> {
	let addresses: string[] | undefined;
	if (!isIP(host)) {
		try {
			addresses = (await lookup(host, { all: true })).map(({ address }) => address).sort();
		} catch (error) {
			return { closed: `its name cannot be resolved (${(error as NodeJS.ErrnoException).code})` };
		}
	}
	const socket = isTls
		? connectTls({
				host,
				port,
				rejectUnauthorized: false,
				...(!isIP(host) && { servername: host }),
			})
		: connectTcp({ host, port });
	const closed = await connected(socket, isTls ? 'secureConnect' : 'connect', ms);
	const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
	socket.destroy();
	const validUntil = closed === undefined && ends ? Date.parse(ends) / 1000 : undefined;
	return { addresses, closed, validUntil };
}

/** Undefined once the socket is connected; otherwise why it was not. */
async function connected(socket: Socket, ready: string, ms: number): Promise<string | undefined> {
	return await new Promise((resolve) => {
		socket.setTimeout(ms, () => resolve(`no answer in ${ms / 1000} s`));
		socket.once(ready, () => resolve(undefined));
		socket.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
	});
}

/** Declares the event; tests give a probe of their own. */
export const declareOutside = (connect: typeof probe) =>
	declareLevels({
		value: 'nodeOutside',
		type: 'node.outside',
		name: 'Node From Outside',
		description:
			'A port of your node does not accept connections from outside, the addresses of its host change, or its TLS certificate ends',
		what: 'endpoint',
		reads: 'the endpoints: a connection each, which is closed at once',
		remembers: 'three values an endpoint, about 100 bytes each',
		fields: {
			endpoints: field(
				listOf(
					'must be host:port such as node.example.com:9651, or tls://host:port for the certificate too',
					(text) => endpointOf(text) !== undefined,
					MOST_ENDPOINTS,
				),
				{
					in: 'form',
					label: 'Endpoints',
					description: `Hosts and ports, separated by commas, up to ${MOST_ENDPOINTS}; with tls:// before them, the certificate is judged too`,
					placeholder: 'node.example.com:9651, tls://rpc.example.com:443',
				},
			),
			expires: field(durations().optional(), {
				in: 'form',
				label: 'Certificate Ends In',
				description: 'Remaining times of a certificate at which the event fires',
				placeholder: '14d, 3d',
				default: asDurations(LINES),
			}),
		},
		columns: {
			endpoint: out.text('As in the settings'),
			about: out.choice(['port', 'certificate', 'address']),
			closed: out.text('Why the port is closed; null if it is open'),
			validUntil: out.seconds('End of the certificate'),
			addresses: out.list(out.text('Of the host')),
			addressesBefore: out.text('Of the host, before they changed'),
		},
		repeat: [DAY, 21_600],
		goneText: 'is not known',
		hold: 2,
		async read({ endpoints, expires = LINES }, { clock }, memory) {
			const now = clock.now();
			const lines = [...expires].sort((a, b) => b - a);
			const readings = endpoints.map(async (endpoint): Promise<Array<SubjectReading<Facts>>> => {
				const asked = endpointOf(endpoint) as Endpoint;
				const found = await connect(asked);
				const { closed, validUntil, addresses } = found;
				const facts = { endpoint, ...asked, ...found };
				const reading = (about: Facts['about'], level: number, more?: Partial<Facts>) => ({
					subject: `${endpoint} ${about}`,
					level,
					facts: { ...facts, about, ...more },
				});
				const all: Array<SubjectReading<Facts>> = [reading('port', closed === undefined ? 0 : 2)];
				if (asked.isTls && validUntil === undefined) {
					all.push(unknownReading(`${endpoint} certificate`));
				} else if (validUntil !== undefined) {
					const secondsLeft = Math.max(0, validUntil - Math.floor(now / 1000));
					all.push(reading('certificate', linesAbove(secondsLeft, lines), { secondsLeft }));
				}
				if (addresses) {
					const subject = `${endpoint} address`;
					const { changes, before } = memory.observe(subject, addresses.join(', '));
					const change = reading('address', changes, { addressesBefore: before });
					all.push({ ...change, repeats: false });
				} else if (!isIP(asked.host)) {
					all.push(unknownReading(`${endpoint} address`));
				}
				return all;
			});
			return (await Promise.all(readings)).flat();
		},
		say({ endpoint: name, about, closed, validUntil = 0, secondsLeft = 0, ...host }) {
			if (about === 'port') {
				const good = 'accepts connections';
				const bad = `does not accept connections from outside: ${closed}`;
				return { name, bad, good, text: `${name} ${closed === undefined ? good : bad}.` };
			}
			if (about === 'certificate') {
				const bad =
					secondsLeft === 0 ? 'certificate has ended' : `certificate ends in ${span(secondsLeft)}`;
				const text = `The TLS certificate of ${name} is valid until ${moment(validUntil)}.`;
				return { name, bad, good: 'certificate is valid', text };
			}
			const state = `has the addresses ${(host.addresses ?? []).join(', ')}`;
			const text = `The host of ${name} ${state}; before, it had ${host.addressesBefore ?? 'none'}. A node that is not told its new address is not found by its peers.`;
			return { name, bad: state, good: state, text };
		},
		severity: (level, facts) => (facts?.about === 'address' || level < 2 ? 'warning' : 'critical'),
		subjectOf: ({ endpoint }) => endpoint,
		show: ({ endpoint, about, closed, validUntil, addresses, addressesBefore }) => ({
			endpoint,
			about,
			closed: closed ?? null,
			validUntil: validUntil ?? null,
			addresses: addresses ?? [],
			addressesBefore: addressesBefore ?? null,
		}),
		example({ settings: { endpoints }, read }) {
			const [endpoint] = endpoints;
			const found = read ?? { endpoint, ...(endpointOf(endpoint) as Endpoint) };
			const facts: Facts = { ...found, about: 'port' };
			const bad = { ...facts, closed: 'ECONNREFUSED' };
			return {
				bad: { subject: `${endpoint} port`, level: 2, facts: bad },
				good: { ...facts, closed: undefined },
			};
		},
	});

/** The event as sources of notify have it. */
export const nodeOutside = declareOutside(probe);
