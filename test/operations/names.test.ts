import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import * as core from '../../core';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { catalogue } from '../../core/subjects/catalogue';
import { loadOperation } from '../../core/subjects/load';
import type { Operations } from '../../core/subjects/operations';
import { idsWithCase, operationCases } from '../../lab/kit/operations/case';

/**
 * An operation has one name, `<resource>.<operation>`: its id, the menu values of the n8n node, its
 * folder and its export, the key of its cases, the anchor of its reference.
 */

const ids = catalogue.map(({ id }) => id);
const DOCS = path.resolve(__dirname, '../../docs/operations');

const valuesOf = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

/** The menu values of both nodes as `<resource>.<operation>`. */
function menuNames(): string[] {
	const nodes = [new Avalanche().description, new AvalancheRpc().description];
	return nodes
		.flatMap(({ properties }) => properties.filter(({ name }) => name === 'operation'))
		.flatMap((menu) =>
			valuesOf(menu).map((value) => `${menu.displayOptions?.show?.resource?.[0]}.${value}`),
		);
}

/** The anchors of the reference with the page that has them. */
function anchors(): Array<[page: string, anchor: string]> {
	return readdirSync(DOCS).flatMap((page) =>
		[...readFileSync(path.join(DOCS, page), 'utf8').matchAll(/^<a id="([^"]+)"><\/a>$/gm)].map(
			([, anchor]): [string, string] => [page, anchor],
		),
	);
}

/** `p-chain-fee.md` of `pChainFee`. */
const pageOf = (resource: string) =>
	`${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;

test('names are unique, and of the form resource.operation', () => {
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id) => !/^[a-z]\w*\.[a-z]\w*$/.test(id))).toEqual([]);
});

test('an id is what the menus of the nodes save, with a transport behind it where several share an entry', () => {
	const menus = menuNames();
	expect(new Set(menus).size).toBe(menus.length);
	const entries = new Map<string, string[]>();
	for (const { id, resource, entry, transport } of catalogue) {
		const name = `${resource.value}.${entry.value}`;
		expect(menus).toContain(name);
		entries.set(name, [...(entries.get(name) ?? []), id]);
		const value = transport?.value ?? '';
		const names = [name, `${name}${value.charAt(0).toUpperCase()}${value.slice(1)}`];
		expect(names).toContain(id);
	}
	for (const [name, shared] of entries) {
		expect(shared.filter((id) => id === name)).toEqual([name]);
	}
});

test('an id is the path of the export in the core, and the key that loads the operation', async () => {
	const namespaces = core as unknown as Record<string, Record<string, unknown>>;
	for (const operation of catalogue) {
		const [resource, name] = operation.id.split('.');
		expect(namespaces[resource]?.[name]).toBe(operation);
		expect(await loadOperation(operation.id as keyof Operations)).toBe(operation);
	}
});

test('an id is the key of the cases in the folder of its resource', () => {
	for (const { id, room } of operationCases()) expect(id.split('.')[0]).toBe(room);
	expect([...idsWithCase()].sort()).toEqual([...ids].sort());
});

test('an id is an anchor of the reference, on the page of its resource', () => {
	const all = anchors();
	expect(new Set(all.map(([, anchor]) => anchor)).size).toBe(all.length);
	for (const [page, anchor] of all) expect(page).toBe(pageOf(anchor.split('.')[0]));
	const missing = ids.filter((id) => !all.some(([, anchor]) => anchor === id));
	expect(missing).toEqual([]);
});
