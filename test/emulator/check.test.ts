import fc from '../../core/testing/properties';
import { faultsOf } from '../../emulator/rest/check';
import { formatFault } from '../../emulator/rest/formats';
import { type Format, FORMATS } from '../../emulator/spec/types';
import { type HttpEndpoint, readService } from '../../emulator/spec/read';

/** Requests against the types of a transcription. */

const [export_] = readService('data', [
	{
		name: 'jobs.spec',
		content: `
POST /v1/jobs
  source the document
  body : @Evm | @Primary
schema Evm
  type! : EVM
  options! : @EvmOptions
schema EvmOptions
  addresses! : text:evmAddress[]
schema Primary
  type! : P | X
  percent : integer 0..100
  options : @PrimaryOptions
schema PrimaryOptions
  chains! : (p-chain | x-chain)[]
  limits : {number}
  note : text | null
  ids : text:uint[,]
`,
	},
]) as HttpEndpoint[];
const check = (body: unknown) => faultsOf('', export_.body!, body);

describe('a body with variants', () => {
	it.each([
		['EVM', { type: 'EVM', options: { addresses: [`0x${'1'.repeat(40)}`] } }],
		['another', { type: 'P' }],
		['null where nothing is required', { type: 'X', options: null, percent: null }],
		['null where it is a variant', { type: 'X', options: { chains: [], note: null } }],
		['fields that nobody knows', { type: 'X', colour: 'red' }],
		['a list in one text', { type: 'X', options: { chains: [], ids: '1,2' } }],
		['a map', { type: 'X', options: { chains: ['p-chain'], limits: { any: 1 } } }],
	])('passes: %s', (_, body) => expect(check(body)).toEqual([]));

	it.each([
		['no type', {}, ['type must be one of the following values: EVM, P, X']],
		['a strange type', { type: 'C' }, ['type must be one of the following values: EVM, P, X']],
		['no options', { type: 'EVM' }, ['options must be an object']],
		[
			'a text for a list',
			{ type: 'EVM', options: { addresses: '0x' } },
			['options.addresses must be an array'],
		],
		[
			'two strange items, said once',
			{ type: 'P', options: { chains: ['a', 'b'] } },
			['each value in options.chains must be one of the following values: p-chain, x-chain'],
		],
		[
			'a strange part of a list in one text',
			{ type: 'X', options: { chains: [], ids: '1,x' } },
			['each value in options.ids must be a number string'],
		],
		[
			'an array for a list in one text',
			{ type: 'X', options: { chains: [], ids: ['1'] } },
			['options.ids must be a string'],
		],
		['a share of one', { type: 'P', percent: 0.5 }, ['percent must be an integer number']],
		['too much', { type: 'P', percent: 101 }, ['percent must not be greater than 100']],
		['too little', { type: 'P', percent: -1 }, ['percent must not be less than 0']],
		['digits in quotes', { type: 'P', percent: '1' }, ['percent must be an integer number']],
		[
			'a map of texts',
			{ type: 'X', options: { chains: [], limits: { any: 'x' } } },
			['options.limits.any must be a number conforming to the specified constraints'],
		],
	])('is refused for %s', (_, body, faults) => expect(check(body)).toEqual(faults));

	it('never throws, whatever JSON it is', () => {
		fc.assert(fc.property(fc.jsonValue(), (body) => Array.isArray(check(body))));
	});
});

describe('formats', () => {
	const right: Record<Exclude<Format, 'prometheus'>, string> = {
		address: 'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg',
		date: '2024-02-29',
		decimal: '12.50',
		evmAddress: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
		hash: '0x17533aeb5193378b9ff441d61728e7a2ebaf10f61fd5310759451627dfca2e7c',
		hex: '0x00ff',
		id: '11111111111111111111111111111111LpoYY',
		nodeId: 'NodeID-111111111111111111116DBWJs',
		quantity: '0x1f',
		time: '2026-11-21T21:44:25Z',
		uint: '18446744073709551615',
		url: 'https://example.com/hook',
		uuid: '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47',
	};

	it.each(Object.entries(right))('%s takes %s and refuses what it is not', (format, text) => {
		expect(formatFault(format as Format, text)).toBeUndefined();
		for (const wrong of ['', ' ', 'nonsense', `${text} `, `~${text}`]) {
			expect([wrong, formatFault(format as Format, wrong)]).toEqual([
				wrong,
				expect.stringMatching(/^must be /),
			]);
		}
	});

	it('are all tried', () => {
		expect([...Object.keys(right), 'prometheus'].sort()).toEqual([...FORMATS].sort());
	});

	it('date follows the calendar, quantity its canonical form', () => {
		expect(formatFault('date', '2026-02-29')).toMatch(/date/);
		expect(formatFault('quantity', '0x01')).toMatch(/quantity/);
		expect(formatFault('quantity', '0x0')).toBeUndefined();
	});
});
