import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { downloadToBinary } from '../../nodes/shared/download';

const ROWS = 'name,amount\r\n"=HYPERLINK(""http://x.test"")",-1.5\r\n@SUM(A1),+2\r\n';

/** The file that n8n stores. */
async function stored(neutralize: boolean): Promise<string> {
	let file = '';
	const helpers = {
		httpRequest: () => {
			const body = Readable.from(
				[ROWS.slice(0, 20), ROWS.slice(20)].map((part) => Buffer.from(part)),
			);
			return Promise.resolve({ statusCode: 200, headers: {}, body });
		},
		prepareBinaryData: async (data: AsyncIterable<Uint8Array>) => {
			for await (const chunk of data) file += Buffer.from(chunk).toString();
			return { mimeType: 'text/csv' };
		},
	};
	const context = { helpers, getExecutionCancelSignal: () => undefined };
	const url = 'https://files.example.com/x.csv';
	await downloadToBinary(context as unknown as IExecuteFunctions, url, url, {
		fileName: 'x.csv',
		allowPrivate: false,
		neutralize,
	});
	return file;
}

test('a file is stored as it is, and with Neutralize Formulas without formulas', async () => {
	expect(await stored(false)).toBe(ROWS);
	expect(await stored(true)).toBe(
		'name,amount\r\n"\'=HYPERLINK(""http://x.test"")",-1.5\r\n\'@SUM(A1),+2\r\n',
	);
});
