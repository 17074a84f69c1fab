import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * A name has one meaning across core, nodes and lambdas: no two files export the same name. The operations
 * of subjects are in a namespace for each resource.
 */

const ROOT = path.resolve(__dirname, '../..');

/** The kinds of output are used as a namespace, `out.text()`: they are named like the kinds of input. */
const OUTPUTS = 'core/fields/outputs.ts';

/** A copy of the events and results of functions for programs, which `types.test.ts` compares with them. */
const COPY = 'lambdas/types.ts';

/** Without the subjects, whose names are read in their folders, and what tests need. */
const files = ['core', 'nodes', 'lambdas'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !/^(subjects|testing)/.test(file))
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
);

const parsed = (file: string) =>
	ts.createSourceFile(
		file,
		readFileSync(path.join(ROOT, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);

/** The names that a statement declares. */
function declaredBy(statement: ts.Statement): string[] {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.flatMap(({ name }) =>
			ts.isIdentifier(name) ? [name.text] : [],
		);
	}
	const { name } = statement as unknown as { name?: ts.Node };
	return name && ts.isIdentifier(name) ? [name.text] : [];
}

/** The names that a file declares and exports, each once. */
function exportsOf(file: string): string[] {
	const names = parsed(file).statements.flatMap((statement) => {
		const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
		const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
		return isExported ? declaredBy(statement) : [];
	});
	return [...new Set(names)];
}

/**
 * The unit of a file that has siblings of the same structure: `forms.ts` of both nodes, `handler.ts` of
 * each function, `declare.ts` of each composed operation. Files of the same name have the same role in their units.
 */
function roleOf(file: string): string {
	return file
		.replace(/^(nodes|lambdas)\/\w+\//, '$1/*/')
		.replace(/\/composed\/\w+\/\w+\//, '/composed/*/');
}

test('no two files export the same name', () => {
	expect(files.length).toBeGreaterThan(200);
	const meanings = new Map<string, Map<string, string>>();
	for (const file of files.filter((one) => one !== OUTPUTS && one !== COPY)) {
		for (const name of exportsOf(file)) {
			const found = meanings.get(name) ?? new Map<string, string>();
			meanings.set(name, found.set(roleOf(file), file));
		}
	}
	const several = [...meanings]
		.filter(([, found]) => found.size > 1)
		.map(([name, found]) => [name, ...found.values()]);
	expect(several).toEqual([]);
});

/** Words that had several meanings in names, and the names in which they have the one that is left. */
const WORDS = ['shown', 'seen', 'look', 'looks', 'culprit', 'place', 'places'];
const LEFT =
	/^(isShown|shown(For|Always|OnlyFor|First)\w*|SHOWN_WITH_URL|seen|lookAlikeOf|LOOK_ALIKE)$/;

test('a word of names has one meaning', () => {
	const folders = ['core', 'nodes', 'lambdas', 'emulator', 'lab', 'scripts', 'test'];
	const named = folders.flatMap((folder) =>
		globSync(`${folder}/**/*.ts`, {
			cwd: ROOT,
			exclude: (name) => name === 'node_modules',
		}).flatMap((file) => {
			const source = readFileSync(path.join(ROOT, file), 'utf8');
			const declared = source.matchAll(/\b(?:const|let|function|interface|type|class) (\w+)/g);
			return [...declared].map(([, name]) => [file, name]);
		}),
	);
	expect(named.length).toBeGreaterThan(20_000);
	const isAmbiguous = (name: string) =>
		name.split(/_|(?<=[a-z\d])(?=[A-Z])/).some((word) => WORDS.includes(word.toLowerCase()));
	expect(named.filter(([, name]) => isAmbiguous(name) && !LEFT.test(name))).toEqual([]);
});

test('the core does not name the host of the nodes, but in commands that write files for it', () => {
	const naming = files.filter(
		(file) =>
			/^core\/(?!commands\/)/.test(file) &&
			/n8n/i.test(readFileSync(path.join(ROOT, file), 'utf8')),
	);
	expect(naming).toEqual([]);
});

test('values of the kinds of output are imported as the namespace out', () => {
	const named = files.filter((file) =>
		parsed(file).statements.some((statement) => {
			if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) return false;
			const { text } = statement.moduleSpecifier as ts.StringLiteral;
			if (path.posix.join(path.posix.dirname(file), `${text}.ts`) !== OUTPUTS) return false;
			const bindings = statement.importClause?.namedBindings;
			if (bindings && ts.isNamespaceImport(bindings)) return bindings.name.text !== 'out';
			return bindings?.elements.some(({ isTypeOnly }) => !isTypeOnly) ?? true;
		}),
	);
	expect(named).toEqual([]);
});
