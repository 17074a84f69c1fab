import { servicesAt } from '../samples';
import { startHostile } from '../hostile';
import { KEY, NODE_SECRET } from '../secrets';
import { CREDENTIAL } from '../../../kit/engine';
import type { AttackClass } from '../stage';

/**
 * URLs by the secret that requests to them must carry: n8n's own HTTP Request node can use the
 * credential for any URL, so only `authenticate` keeps the key from other servers.
 */
function requestsTo(own: string, stranger: string) {
	const data = servicesAt(own).data;
	const { host, port } = new URL(own);
	const other = new URL(stranger).host;
	return {
		key: [`${data}/v1/chains`, `${data}/`, data, `${data}/a/../b`, `${data}?x=1`, `${data}#x`],
		none: [
			own,
			`${own}/`,
			`${own}/dat`,
			`${own}/database`,
			`${own}/data2/v1`,
			`${own}/data.json`,
			`${own}/data;x/v1`,
			`${own}/data%2fv1`,
			`${own}/%64ata/v1`,
			`${own}/DATA/v1`,
			`${own}/other/data/v1`,
			`${own}/data/../other`,
			`${own}/data/%2e%2e/other`,
			`${own}/data/.%2E/other`,
			`${own}/data/..;/other`,
			`${own}/data/..%3b/other`,
			`${own}/data/..%20/other`,
			`${own}/data/%c0%ae%c0%ae/other`,
			`${own}/data/%uff0e%uff0e/other`,
			`${own}/data/%2525252525252e%2525252525252e/other`,
			`${own}/data/v1%00/other`,
			`${own}/data\\..\\..\\other`,
			`${own}/metrics/v1`,
			`${stranger}/data/v1`,
			`${stranger}/?${data}`,
			`http://${host}@${other}/data/v1`,
			`http://${other}\\@${host}/data/v1`,
			`http://${other}/#@${host}/data/v1`,
			`http://localhost:${port}/data/v1`,
			`https://${host}/data/v1`,
			`ftp://${host}/data/v1`,
			'/data/v1',
			'//',
			'',
			'not a url',
			'data:text/plain,x',
		],
	};
}

export const credentialClass: AttackClass = {
	name: 'credential',
	about: 'the secret headers: to which URLs they go, on one origin and on others',
	async run({ hostile, engine }, watch) {
		const stranger = await startHostile();
		const { type } = engine.loader.credentialTypes[CREDENTIAL];
		const authenticate = type.authenticate as (
			credentials: object,
			request: object,
		) => Promise<{ headers?: Record<string, string> }>;
		const { key, none } = requestsTo(hostile.url, stranger.url);
		const given = async (request: object) => {
			const answer = await authenticate(engine.credential, request).catch(() => ({}));
			return Object.values((answer as { headers?: Record<string, string> }).headers ?? {});
		};
		const check = (title: string, request: object, wanted: readonly string[]) =>
			watch.attack(title, async () => {
				const secrets = await given(request);
				const right = secrets.join() === wanted.join();
				return {
					kind: 'answered',
					text: '',
					...(!right && { wrong: `${secrets.length} secrets go along, not ${wanted.length}` }),
				};
			});
		try {
			for (const url of key) await check(`to ${url}`, { url }, [KEY]);
			for (const url of none) await check(`to ${url}`, { url }, []);
			await check('to the node', { url: `${hostile.url}/node/ext/info` }, [NODE_SECRET]);
			const base = `${hostile.url}/data/`;
			await check('relative to a base', { baseURL: base, url: 'v1' }, [KEY]);
			await check('away from a base', { baseURL: base, url: stranger.url }, []);
			await check('out of a base', { baseURL: base, url: '../other' }, []);
			await check('to another host of a base', { baseURL: base, url: '//x.test/data' }, []);
		} finally {
			await stranger.close();
		}
	},
};
