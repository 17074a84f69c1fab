import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFile } from './generatedFile';

/** The lists of the composed operations of a node, generated from the files that declare them: one folder an operation. */

const named = (id: string) => id.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());

/** The paths and texts of the generated lists of a node, by id. */
async function listsOf(folder: string): Promise<Array<[string, string]>> {
	const all = globSync('*/*/declare.ts', { cwd: folder })
		.sort()
		.map((file) => path.dirname(file).split(path.sep));
	const lists = all.map(([resource, entry]) => {
		const [id, file] = [`${resource}.${entry}`, `${resource}/${entry}/declare`];
		if (!readFileSync(path.join(folder, `${file}.ts`), 'utf8').includes(`'${id}'`)) {
			throw new Error(`${file}.ts in ${folder} must declare the id ${id}`);
		}
		return [
			`export { composed as ${named(id)} } from './${file}';`,
			`'${id}': async () => (await import('./${file}.js')).composed,`,
		];
	});
	const loaders = lists.map(([, loader]) => loader).join('\n');
	return [
		await generatedFile(path.join(folder, 'all.ts'), lists.map(([line]) => line).join('\n')),
		await generatedFile(
			path.join(folder, 'loaders.ts'),
			`/** Loads a composed operation by its id. */\nexport const composedLoaders = {\n${loaders}\n} as const;`,
		),
	];
}

/** The paths and texts of the generated lists of both nodes. */
export async function composedIndexFiles(): Promise<Array<[string, string]>> {
	const nodes = path.resolve(__dirname, '../../nodes');
	return (await Promise.all(globSync(path.join(nodes, '*/composed')).map(listsOf))).flat();
}
