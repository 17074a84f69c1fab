import type { INodeProperties } from 'n8n-workflow';
import { boxesOf, type MenuValues } from './boxes';

/**
 * The properties of all forms of a node. What several forms have alike is one property with a list of
 * the forms that show it: a copy for each form would take most of the memory of a description.
 */

/** A form with the values of the menus that show it. */
export interface ChosenForm {
	chosen: MenuValues;
	/** Without the conditions that tie them to the menus. */
	properties: readonly INodeProperties[];
}

/** A property of several forms; of a collection, `inner` has what it offers in each of them. */
interface Shared {
	property: INodeProperties;
	key: string;
	forms: MenuValues[];
	inner: ChosenForm[];
}

function isCollection({ type }: INodeProperties): boolean {
	return type === 'collection';
}

/** A text that is equal for two properties if forms can share one for both. */
function propertyKey(property: INodeProperties): string {
	return JSON.stringify(isCollection(property) ? { ...property, options: [] } : property);
}

/**
 * The longest common part of a list and the properties of a form, by the sizes of the properties: the place
 * in the list by the index in the form. Sharing it keeps the order of both.
 */
function commonPart(list: readonly Shared[], keys: readonly string[]): Map<number, number> {
	const best = Array.from({ length: list.length + 1 }, () =>
		new Array<number>(keys.length + 1).fill(0),
	);
	for (let at = list.length - 1; at >= 0; at--) {
		for (let own = keys.length - 1; own >= 0; own--) {
			const apart = Math.max(best[at + 1][own], best[at][own + 1]);
			const isSame = list[at].key === keys[own];
			best[at][own] = isSame ? Math.max(apart, best[at + 1][own + 1] + keys[own].length) : apart;
		}
	}
	const pairs = new Map<number, number>();
	for (let at = 0, own = 0; at < list.length && own < keys.length; ) {
		const isSame = list[at].key === keys[own];
		if (isSame && best[at][own] === best[at + 1][own + 1] + keys[own].length)
			pairs.set(own++, at++);
		else if (best[at][own] === best[at + 1][own]) at++;
		else own++;
	}
	return pairs;
}

/** The list with the properties of one more form. */
function withForm(list: readonly Shared[], { chosen, properties }: ChosenForm): Shared[] {
	const keys = properties.map(propertyKey);
	const pairs = commonPart(list, keys);
	const merged: Shared[] = [];
	let taken = 0;
	for (const [own, property] of properties.entries()) {
		const index = pairs.get(own);
		if (index !== undefined) {
			merged.push(...list.slice(taken, index + 1));
			taken = index + 1;
		} else {
			merged.push({ property, key: keys[own], forms: [], inner: [] });
		}
		const shared = merged[merged.length - 1];
		shared.forms.push(chosen);
		if (isCollection(property)) {
			shared.inner.push({ chosen, properties: property.options as INodeProperties[] });
		}
	}
	return [...merged, ...list.slice(taken)];
}

/**
 * The properties of all forms, each shown for its forms only. Those of one form are in its order. `root`
 * is the prefix of the names of the menus: `/` inside of a collection.
 */
export function sharedProperties(forms: readonly ChosenForm[], root = ''): INodeProperties[] {
	const all = forms.map(({ chosen }) => chosen);
	return forms.reduce<Shared[]>(withForm, []).flatMap(({ property, forms: own, inner }) =>
		boxesOf(own, all).map((box): INodeProperties => {
			const isOfAll = root !== '' && own.length === all.length;
			const menus = Object.entries(isOfAll ? {} : box).map(([name, values]) => [
				root + name,
				values,
			]);
			const show = { ...Object.fromEntries(menus), ...property.displayOptions?.show };
			const inBox = inner.filter(({ chosen }) =>
				Object.entries(chosen).every(([name, value]) => box[name].includes(value)),
			);
			return {
				...property,
				...(Object.keys(show).length > 0 && {
					displayOptions: { ...property.displayOptions, show },
				}),
				...(isCollection(property) && { options: sharedProperties(inBox, '/') }),
			};
		}),
	);
}
