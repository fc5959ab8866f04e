"""Solids as STL files, millimetres."""

from io import BytesIO

import numpy as np
import trimesh
from manifold3d import Manifold, Mesh
from trimesh.exchange.stl import export_stl

_FINE = 0.004  # what is smaller may be left out of a file


def mesh_of(solid):
    """A trimesh of a manifold3d solid, in the same order of corners each time."""
    mesh = solid.simplify(_FINE).to_mesh()
    corners = np.asarray(mesh.vert_properties, float)[:, :3]
    return trimesh.Trimesh(corners, np.asarray(mesh.tri_verts), process=False)


def content(solid):
    """The bytes of a binary STL file."""
    return export_stl(mesh_of(solid))


def read(content):
    """The trimesh of a file's bytes, corners that are the same joined."""
    mesh = trimesh.load(BytesIO(content), file_type="stl", process=True)
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


def solid(content):
    """The manifold3d solid of a file's bytes."""
    mesh = read(content)
    return Manifold(Mesh(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32)))
