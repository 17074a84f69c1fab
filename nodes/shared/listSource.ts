import type { Named } from '../../core/fields/field';
import type { Operations } from '../../core/subjects/operations';
import type { ListForm } from './listForm';

/** The input or an item of an operation whose items fields offer. */
export type Item = Readonly<Record<string, unknown>>;

/** One entry of a list. */
export interface Entry {
	name: string;
	value: string;
	url?: string;
}

/** The source of a list. */
export interface Source {
	/** The operation that lists. */
	id: keyof Operations;
	/** Its input, without network and page. */
	input?(form: ListForm): Item;
	/** The entries of one of its items, if it has any. Several items may have the same entry. */
	entry(item: Item): Entry | readonly Entry[] | undefined;
	/**
	 * Replaces `input` if the user enters a whole ID; also finds objects that the list does not
	 * contain.
	 */
	whole?(text: string): Item | undefined;
	/** Entries that no operation lists, by network. */
	more?(network: string): readonly Entry[];
	/** All entries, if the form determines them: no request is sent. */
	fixed?(form: ListForm): readonly Entry[] | undefined;
	/** Maximum number of items to read, to save compute units. */
	most?: number;
	/**
	 * The value that the form lacks, as a sentence for users; undefined if it has all that is
	 * needed.
	 */
	missing?(form: ListForm): string | undefined;
	/** Another list to use, depending on the form. */
	instead?(form: ListForm): Source | undefined;
	/**
	 * True for a list of the data service in a form without a network, which uses the node's
	 * network.
	 */
	networkOfNode?: true;
}

/** One list for each kind of field that has one. */
export type Lists = Readonly<Partial<Record<Named, Source>>>;
