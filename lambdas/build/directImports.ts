import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * esbuild loads the modules of every name that a module like core/index.ts exports at startup if
 * any part of a bundle uses the name, even a part that is loaded later. So imports of such a module
 * are bundled as imports of the modules that declare the names.
 */

/** Instead of a name: the file as a namespace. */
const WHOLE = '*';

/** A name, and the file that declares it. */
interface Declared {
	name: string;
	file: string;
}

/** Bundles imports of `index` by the files in `folder` as imports of the declaring modules. */
export function directImports(index: string, folder: string): Plugin {
	let names: Map<string, Declared> | undefined;
	return {
		name: 'direct-imports',
		setup(builder) {
			builder.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
				if (!file.startsWith(folder + path.sep)) return undefined;
				const text = await readFile(file, 'utf8');
				names ??= exportsOf(index);
				return { contents: direct(file, text, index, names), loader: 'ts' };
			});
		},
	};
}

/** The source with the imports of `index` split; all other lines keep their position. */
function direct(
	file: string,
	text: string,
	index: string,
	names: ReadonlyMap<string, Declared>,
): string {
	let changed = text;
	// From the end, so that earlier positions stay valid.
	for (const statement of [...parsed(file, text).statements].reverse()) {
		if (!ts.isImportDeclaration(statement) || !statement.importClause?.namedBindings) continue;
		const { namedBindings: bindings, isTypeOnly } = statement.importClause;
		if (isTypeOnly || !ts.isNamedImports(bindings)) continue;
		if (resolved(file, statement.moduleSpecifier) !== index) continue;
		const split = bindings.elements
			.filter((element) => !element.isTypeOnly)
			.map(({ name: { text: local }, propertyName }) => {
				const imported = propertyName?.text ?? local;
				const { name, file: from } = names.get(imported) ?? { name: imported, file: index };
				const binding = name === WHOLE ? `* as ${local}` : `{ ${name} as ${local} }`;
				return `import ${binding} from ${JSON.stringify(from)};`;
			});
		changed =
			changed.slice(0, statement.getStart()) + split.join(' ') + changed.slice(statement.getEnd());
	}
	return changed;
}

/** The values that a module exports, and where each is declared. */
function exportsOf(file: string): Map<string, Declared> {
	const names = new Map<string, Declared>();
	for (const statement of parsed(file).statements) {
		if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
			const target = resolved(file, statement.moduleSpecifier) as string;
			const from = exportsOf(target);
			const { exportClause: clause } = statement;
			if (!clause) from.forEach((declared, name) => names.set(name, declared));
			else if (ts.isNamespaceExport(clause))
				names.set(clause.name.text, { name: WHOLE, file: target });
			else if (ts.isNamedExports(clause)) {
				for (const { name, propertyName } of clause.elements) {
					const declared = from.get((propertyName ?? name).text);
					if (declared) names.set(name.text, declared);
				}
			}
		} else {
			for (const name of declaredBy(statement)) names.set(name, { name, file });
		}
	}
	return names;
}

/** The names of values that a statement declares and exports. */
function declaredBy(statement: ts.Statement): string[] {
	const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
	if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.map(({ name }) => name.getText());
	}
	if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
		return statement.name ? [statement.name.text] : [];
	}
	return [];
}

function parsed(file: string, text = ts.sys.readFile(file) ?? ''): ts.SourceFile {
	return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The file of a relative import; nothing for packages. */
function resolved(file: string, specifier: ts.Expression): string | undefined {
	const { text } = specifier as ts.StringLiteral;
	if (!text.startsWith('.')) return undefined;
	const target = path.resolve(path.dirname(file), text);
	return [`${target}.ts`, path.join(target, 'index.ts')].find((each) => existsSync(each));
}
