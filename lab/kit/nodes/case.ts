import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Dialect, Emulator, World } from '../../../emulator';

/** The key that the services of these tests ask for: it may show nowhere but in its header. */
export const API_KEY = 'key-5f0c/9d+e1=a7';
/** A secret in the node's own header, which no other service may get. */
export const NODE_SECRET = 'gate 7b3e"91';
export const NODE_HEADER = 'x-gate';

/** Running services and their world, which a case can read. */
export interface Setting {
	emulator: Emulator;
	world: World;
	dialect: Dialect;
}

/** The operations of the catalogue by their ids: values of their cases, and items for values. */
export interface CatalogueRuns {
	parametersOf(id: string): INodeParameters | Promise<INodeParameters>;
	run(id: string, parameters: INodeParameters): Promise<IDataObject[]>;
}

/** Values for the form of a composed operation: its example in the reference. */
export type ComposedExample = (
	setting: Setting,
	catalogue: CatalogueRuns,
) => INodeParameters | Promise<INodeParameters>;

export type Json = Record<string, unknown>;
