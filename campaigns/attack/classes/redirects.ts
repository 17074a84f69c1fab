import { startHostile } from '../hostile';
import type { AttackClass } from '../stage';

const STATUSES = [300, 301, 302, 303, 305, 307, 308];

/** Targets of a redirect; `there` is another server on this machine. */
function places(there: string): string[] {
	return [
		`${there}/data/v1/chains`,
		there.replace('http:', 'https:'),
		there.replace('http:', ''),
		there.replace('127.0.0.1', 'localhost'),
		`${there.replace('http://', 'http://user:word@')}/`,
		'http://169.254.169.254/latest/meta-data/',
		'http://[::1]:1/',
		'file:///etc/passwd',
		'ftp://127.0.0.1/',
		'data:application/json,{}',
		'javascript:alert(1)',
		'gopher://127.0.0.1:70/x',
		'/data/v1/elsewhere',
		'?again=1',
		'//',
		'\\\\host\\share',
		`x\u00e9${'/a'.repeat(4000)}`,
		'',
	];
}

/** Redirects to other origins and schemes: none is followed, and no secret leaves with one. */
export const redirects: AttackClass = {
	name: 'redirects',
	about: 'redirects to other origins, schemes and paths, of every status',
	async run({ hostile, faces, targets, some }, watch) {
		const stranger = await startHostile();
		try {
			for (const target of targets) {
				const all = places(stranger.url).flatMap((location) =>
					STATUSES.map((status) => ({ location, status })),
				);
				for (const { location, status } of some(all, 2)) {
					hostile.answer = (_, response) =>
						void response.writeHead(status, { location: encodeURI(location) }).end('{"chains":[]}');
					for (const face of faces) {
						const title = `${face.name} ${target.operation.id}: ${status} to ${location.slice(0, 60)}`;
						hostile.reset();
						await watch.attack(title, () => face.call(target), { kind: 'invalid-response' });
						if (hostile.requests + stranger.requests !== 1) {
							watch.finding(title, 'the redirect was followed');
						}
						stranger.reset();
					}
				}
			}
		} finally {
			await stranger.close();
		}
	},
};
