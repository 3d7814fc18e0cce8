zr help compakt
