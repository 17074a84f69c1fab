import 'reflect-metadata';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { schemaFiles } from '../../scripts/build/schemas';

const ROOT = path.resolve(__dirname, '../..');

// Loaded once: each load adds n8n's own parameters to the trigger's description.
const loader = new PackageDirectoryLoader(ROOT);
beforeAll(async () => await loader.loadAll());

describe('the built package in n8n', () => {
	test('its action nodes load and can be tools', () => {
		for (const name of ['avalanche', 'avalancheRpc']) {
			const { type } = loader.nodeTypes[name];
			expect((type as INodeType).description.usableAsTool).toBe(true);
		}
	});

	test('its credential loads, is used by the nodes and is tested by them', () => {
		expect(Object.keys(loader.credentialTypes)).toEqual(['avalancheApi']);
		expect(loader.known.credentials.avalancheApi.supportedNodes).toEqual(
			expect.arrayContaining(['avalanche', 'avalancheRpc']),
		);
	});

	test('every icon is in the package', () => {
		const icons = [
			...Object.values(loader.nodeTypes),
			...Object.values(loader.credentialTypes),
		].map(({ type }) => ('description' in type ? type.description.iconUrl : type.iconUrl));
		for (const icon of icons) {
			for (const url of typeof icon === 'object' ? [icon.light, icon.dark] : [icon]) {
				const file = url?.replace('icons/n8n-nodes-avalanche-network/', '');
				expect(file).toMatch(/^dist\/icons\/[\w.]+\.svg$/);
				expect(existsSync(path.join(ROOT, file as string))).toBe(true);
			}
		}
	});

	test('every node has its codex', () => {
		for (const { type } of Object.values(loader.nodeTypes)) {
			expect((type as INodeType).description.codex?.categories).not.toHaveLength(0);
		}
	});

	test('every menu entry has an output schema, and every schema is of an entry and in the build', () => {
		const entries = new Set<string>();
		for (const { type, sourcePath } of Object.values(loader.nodeTypes)) {
			const folder = path.basename(path.dirname(sourcePath));
			const { properties } = (type as INodeType).description;
			for (const menu of properties.filter((property) => property.name === 'operation')) {
				for (const option of menu.options as INodePropertyOptions[]) {
					const [resource] = menu.displayOptions?.show?.resource as string[];
					entries.add(`${folder}/__schema__/v1.0.0/${resource}/${option.value}.json`);
				}
			}
		}
		const files = [...schemaFiles().keys()];
		expect(files.sort()).toEqual([...entries].sort());
		for (const file of files) expect(existsSync(path.join(ROOT, 'dist/nodes', file))).toBe(true);
	});

	test('the list of triggers starts with the watches, by what a person would say', () => {
		const { properties } = (loader.nodeTypes.avalancheTrigger.type as INodeType).description;
		const [{ options = [] }] = properties.filter(({ name }) => name === 'event');
		expect(options.slice(0, 4)).toMatchObject([
			{ name: 'Watch a Validator', action: 'On trouble with a validator' },
			{ name: 'Watch a Node', action: 'On trouble with a node' },
			{ name: 'Watch an Address', action: 'On activity of an address' },
			{ name: 'Watch an L1', action: 'On trouble with an L1' },
		]);
	});

	test('every menu entry of every node reads well in the node panel', () => {
		for (const { type } of Object.values(loader.nodeTypes)) {
			const { properties } = (type as INodeType).description as { properties: INodeProperties[] };
			for (const menu of properties.filter(({ name }) => ['operation', 'event'].includes(name))) {
				const options = menu.options as INodePropertyOptions[];
				expect(menu.default).toBe(options[0].value);
				for (const { action, description } of options) {
					expect(action).toMatch(/^[A-Z]/);
					expect(description).toMatch(/\w/);
				}
			}
		}
	});
});

describe('the built package as n8n loads it at its start', () => {
	/** The descriptions as n8n hands them to its editor: JSON. */
	const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
	const lazy = new LazyPackageDirectoryLoader(ROOT);
	beforeAll(async () => await lazy.loadAll());

	test('the descriptions come from files, and no code of a node or credential is loaded', () => {
		expect(lazy.isLazyLoaded).toBe(true);
		const loaded = lazy as unknown as { nodeTypes: object; credentialTypes: object };
		expect([loaded.nodeTypes, loaded.credentialTypes]).toEqual([{}, {}]);
	});

	test('the files say what the code says', () => {
		const nodes = Object.values(loader.nodeTypes).map(
			({ type }) => (type as INodeType).description,
		);
		expect(lazy.types.nodes).toEqual(plain(nodes));
		const credentials = Object.values(loader.credentialTypes).map(({ type }) => type);
		expect(lazy.types.credentials).toEqual(plain(credentials));
		expect(lazy.known).toEqual(plain(loader.known));
	});

	test('a node and the credential are loaded when n8n asks for them', () => {
		for (const name of Object.keys(loader.nodeTypes)) {
			const { type } = lazy.getNode(name);
			expect(type).toHaveProperty(name.endsWith('Trigger') ? 'poll' : 'execute');
		}
		expect(lazy.getCredential('avalancheApi').type).toHaveProperty('authenticate');
	});
});
