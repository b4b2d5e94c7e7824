import { createOxigraphStore } from '../../src/kb/oxigraph-store.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';

knowledgeBaseContract('Oxigraph', createOxigraphStore);
