'use strict';

// The build steps that `n8n-node build` does not do. Their work is in scripts/build, in TypeScript.
require('tsx/cjs');
// Modules that are loaded when they are needed.
require('tsx/esm/api').register();

const { dest, series, src } = require('gulp');

/** Icons beside the compiled nodes and credentials. */
function icons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/** The output of each operation as JSON Schema, for n8n's editor and its AI tools. */
async function schemas() {
	require('./scripts/build/schemas').writeSchemas('dist/nodes');
}

/** Puts their values in place of the modules that only forms and menus are made from. */
async function values() {
	require('./scripts/build/values').writeValues('dist');
}

/** Puts the libraries into the one file that uses them: a package for n8n has no dependencies. */
async function bundle() {
	await require('./scripts/build/bundle').bundle('dist');
}

/** The aliases that n8n's node panel finds the nodes by. */
async function aliases() {
	require('./scripts/build/aliases').writeAliases('dist');
}

/** The descriptions that n8n reads at its start, without loading the nodes. */
async function metadata() {
	require('./scripts/build/metadata').writeMetadata();
}

/** Removes what `n8n-node build` copies from folders that are not shipped. */
async function tidy() {
	require('./scripts/build/tidy').tidy('dist');
}

/** Remembers which sources dist was built from. */
async function stamp() {
	require('./scripts/build/freshness').stamp();
}

/** The reference, and the tables of costs in docs/compute-units.md and docs/lambdas.md. */
async function docs() {
	await require('./scripts/build/docs').writeDocs();
}

module.exports = {
	icons,
	schemas,
	bundle,
	aliases,
	metadata,
	tidy,
	docs,
	default: series(icons, schemas, values, bundle, aliases, metadata, tidy, stamp),
};
