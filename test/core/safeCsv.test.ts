import { safeCsv } from '../../core/exports/safeCsv';
import fc, { rounds } from '../../core/testing/properties';

async function safe(text: string, cuts: readonly number[] = []): Promise<string> {
	const bytes = Buffer.from(text);
	const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
	const parts = [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length));
	const out: Uint8Array[] = [];
	async function* chunks() {
		for (const part of parts) yield await Promise.resolve(part);
	}
	for await (const chunk of safeCsv(chunks())) out.push(chunk);
	return Buffer.concat(out).toString('utf8');
}

test.each([
	['a,b\r\n1,2\r\n', 'a,b\r\n1,2\r\n'],
	['=1+1,@SUM(A1),x=1,a@b', "'=1+1,'@SUM(A1),x=1,a@b"],
	['"=HYPERLINK(""http://x"",""y"")",b', '"\'=HYPERLINK(""http://x"",""y"")",b'],
	['-5,+5,-1.50,-.5,+1e18,-2E-3,"-7"', '-5,+5,-1.50,-.5,+1e18,-2E-3,"-7"'],
	['-,+,-1+2,-2+cmd|x,+A1,"-1x","+1 2"', "'-,'+,'-1+2,'-2+cmd|x,'+A1,\"'-1x\",\"'+1 2\""],
	['\tx,"\ry","\nz", =1', '\'\tx,"\'\ry","\'\nz", =1'],
	['a\r\n=b\n=c\r=d', "a\r\n'=b\n'=c\r'=d"],
	['""=1+1,"""=1"', '""\'=1+1,"""=1"'],
	['＝1,＋2,－3,＠4,ｅ5,é', "'＝1,'＋2,'－3,'＠4,ｅ5,é"],
	['\ufeff=1,b', "\ufeff'=1,b"],
	['\ufeff"=1",b\n\ufeff=1', '\ufeff"\'=1",b\n\ufeff=1'],
	[`-${'9'.repeat(78)},-${'9'.repeat(200)}`, `-${'9'.repeat(78)},'-${'9'.repeat(200)}`],
	['-5', '-5'],
	['-', "'-"],
	['"-5', '"\'-5'],
	['"-5"', '"-5"'],
	['"-5""5",1', '"\'-5""5",1'],
	['"-5"5,1', '"\'-5"5,1'],
	['', ''],
])('%j becomes %j', async (text, expected) => {
	expect(await safe(text)).toBe(expected);
	const everywhere = Array.from({ length: Buffer.byteLength(text) }, (_, i) => i);
	expect(await safe(text, everywhere)).toBe(expected);
});

/** The rule, for one cell, by OWASP's words. */
function safeCell(cell: string): string {
	const isNumber = /^[+-](\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(cell);
	return /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !isNumber ? `'${cell}` : cell;
}

const cell = fc
	.array(
		fc.oneof(
			fc.constantFrom(...'=+-@\t\r\n,;"\'.eE0159aé＝＋－＠ '.split('')),
			fc.constantFrom('-12.5', '+3', '-1e-7', '123', 'NodeID-'),
		),
		{ maxLength: 6 },
	)
	.map((pieces) => pieces.join(''));
const written = (text: string, always: boolean) =>
	always || /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

test('each cell is safe, each other is as it was, wherever the chunks are cut', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 5 }), {
				minLength: 1,
				maxLength: 5,
			}),
			fc.constantFrom('\n', '\r\n'),
			fc.array(fc.nat(), { maxLength: 10 }),
			async (rows, end, cuts) => {
				const file = (change: (text: string) => string) =>
					rows
						.map((row) =>
							row
								.map(([text, always]) => {
									const form = written(text, always);
									const quoted = form !== text;
									return quoted ? written(change(text), true) : change(text);
								})
								.join(','),
						)
						.join(end);
				expect(
					await safe(
						file((text) => text),
						cuts,
					),
				).toBe(file(safeCell));
			},
		),
		{ numRuns: rounds(2_000) },
	);
});

test('any bytes give the same in any chunks, and only apostrophes are added', async () => {
	const pieces = fc.constantFrom(...'=+-@\t\r\n,"\'1e.'.split(''), 'é', '＝', '\ufeff', 'a');
	await fc.assert(
		fc.asyncProperty(
			fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
			fc.array(fc.nat(), { maxLength: 40 }),
			async (text, cuts) => {
				const whole = await safe(text);
				expect(await safe(text, cuts)).toBe(whole);
				expect(whole.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
			},
		),
		{ numRuns: rounds(2_000) },
	);
});
