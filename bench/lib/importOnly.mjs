// Imports a module, whose code Node then has in its compile cache, and ends.
await import(process.argv[2]);
process.exit();
