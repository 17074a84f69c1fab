import { addressOfPages } from '../servers/dataService';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const PAGE = 100;
/** Pages of a list, and how often it is read for one measurement: a single short run would say little. */
const SIZES = [
	{ pages: 200, walks: 2 },
	{ pages: 1000, walks: 1 },
];
const QUICK = [{ pages: 5, walks: 1 }];

/** Items per second of walking a list page by page. */
export const row: Row = {
	number: 1,
	title: 'Walking a list',
	peers: true,
	async run({ rounds, quick, start, say }) {
		const service = await start('servers/dataService');
		const { result: url } = await service.run<string>();
		const contestants = {
			bare: await start('contestants/bareFetch'),
			core: await start('contestants/core'),
			chainkit: await start('contestants/sdk', { sdk: '@avalanche-sdk/chainkit' }),
			avacloud: await start('contestants/sdk', { sdk: '@avalabs/avacloud-sdk' }),
		};
		const groups = [];
		for (const { pages, walks } of quick ? QUICK : SIZES) {
			say(`row 1: ${pages} pages`);
			const walk = { url, address: addressOfPages(pages) };
			const speed = (name: keyof typeof contestants) => async () => {
				let seconds = 0;
				for (let done = 0; done < walks; done++) {
					const { ms, result } = await contestants[name].run<number>(walk);
					if (result !== pages * PAGE) throw new Error(`${name} found ${result} items`);
					seconds += ms / 1000;
				}
				return (pages * PAGE * walks) / seconds;
			};
			const { bare, core, chainkit, avacloud } = await interleaved(rounds, {
				bare: speed('bare'),
				core: speed('core'),
				chainkit: speed('chainkit'),
				avacloud: speed('avacloud'),
			});
			const unit = 'items/s';
			groups.push({
				row: 1,
				title: `Walking a list of ${pages} pages of ${PAGE} ERC-20 transfers`,
				lines: [
					{ name: 'bare fetch + JSON.parse', unit, values: bare },
					{ name: 'this core, validating', unit, values: core },
					{ name: '@avalanche-sdk/chainkit', unit, values: chainkit },
					{ name: '@avalabs/avacloud-sdk', unit, values: avacloud },
					{
						name: 'this core / bare',
						unit: '×',
						values: quotients(core, bare),
						goal: { least: 0.9 },
					},
					{
						name: 'this core / chainkit',
						unit: '×',
						values: quotients(core, chainkit),
					},
					{
						name: 'this core / avacloud-sdk',
						unit: '×',
						values: quotients(core, avacloud),
					},
				],
			});
		}
		return groups;
	},
};
